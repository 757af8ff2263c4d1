import { Box, Stack } from "@mui/material";
import type { ApiAnswer } from "../../../api/types.ts";
import { SecondaryText } from "../../../ui/text.tsx";

type Photo = ApiAnswer<"products.preview">["photos"][number];

/**
 * The first photo large, the other photos below it, each cut around its focus. The caption is the text of the first
 * photo.
 */
export function PreviewPhotos({ photos: [first, ...others] }: { photos: readonly Photo[] }) {
  if (!first) return null;
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Cut photo={first} ratio="16 / 9" />
      <Stack direction="row" sx={{ gap: 0.5, mt: 0.5, overflowX: "auto", "&:empty": { display: "none" } }}>
        {others.map((photo, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a photo may be there twice.
          <Box key={n} sx={{ flex: "0 0 5rem" }}>
            <Cut photo={photo} ratio="1" />
          </Box>
        ))}
      </Stack>
      <SecondaryText component="figcaption" sx={{ px: 2, pt: 0.75, "&:empty": { display: "none" } }}>
        {[first.alt, first.credit && `© ${first.credit}`].filter(Boolean).join(" · ")}
      </SecondaryText>
    </Box>
  );
}

function Cut({ photo: { sources, alt, focusX, focusY }, ratio }: { photo: Photo; ratio: string }) {
  const webp = sources.filter(({ type }) => type === "image/webp");
  return (
    <Box
      component="img"
      src={(webp.find(({ width }) => width >= 640) ?? webp.at(-1))?.url}
      alt={alt ?? ""}
      title={alt ?? ""}
      sx={{
        display: "block",
        width: "100%",
        aspectRatio: ratio,
        objectFit: "cover",
        objectPosition: `${focusX ?? 50}% ${focusY ?? 50}%`,
      }}
    />
  );
}
