import { Box, Chip, Link, Stack, Typography } from "@mui/material";
import { createContext, type ReactNode, useContext } from "react";
import type { PartnerLanguage } from "../../../api/languages.ts";
import type { ApiAnswer } from "../../../api/types.ts";
import { useFormat } from "../../../format/format.tsx";
import { useText } from "../../../i18n/index.ts";
import { SecondaryText } from "../../../ui/text.tsx";
import type { FieldName } from "../../model/fields.ts";
import { choiceText, tiersInWords } from "../../model/words.ts";
import { Markdown } from "./Markdown.tsx";

export type ListingContent = ApiAnswer<"products.preview">;

/** The languages of texts that the product does not have in the language of the preview, by pointer. */
const Others = createContext<ReadonlyMap<string, PartnerLanguage>>(new Map());

/** The content of a product as a partner's site could show it. */
export function ContentView({ content, lang }: { content: ListingContent; lang: PartnerLanguage }) {
  const t = useText();
  const format = useFormat();
  const others = new Map(content.otherLanguages.map(({ pointer, lang }) => [pointer, lang]));
  const { photos, summary, description, durationMinutes, guideLanguages, minimumAge, pickups, contact } = content;
  const facts = [
    durationMinutes === null ? null : format.minutes(durationMinutes),
    guideLanguages.map((tag) => format.language(tag)).join(", "),
    minimumAge === null ? null : `${t("field.minimumAge")} ${minimumAge}`,
    ...content.categories.map((category) => choiceText({ name: "categories" }, category, t)),
  ].filter((fact): fact is string => !!fact);
  const picked = [...(pickups?.places.map(({ name }) => name) ?? []), ...(pickups?.areas ?? [])];
  return (
    <Others.Provider value={others}>
      <Box
        lang={lang}
        sx={{ border: 1, borderColor: "divider", borderRadius: 2, overflow: "hidden", bgcolor: "background.paper" }}
      >
        <PreviewPhotos photos={photos} />
        <Stack sx={{ p: 2, gap: 2, overflowWrap: "anywhere", "& p": { m: 0 } }}>
          <div>
            <Typography variant="h2" component="h3">
              {content.name || t("productForm.asSeen.noName")}
            </Typography>
            <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5, mt: 1, "&:empty": { display: "none" } }}>
              {facts.map((fact) => (
                <Chip key={fact} label={fact} />
              ))}
            </Stack>
          </div>
          {summary && (
            <Typography sx={{ fontWeight: 500 }}>
              <Text at="/summary">{summary}</Text>
            </Typography>
          )}
          {description && (
            <div>
              <Text at="/description" />
              <Markdown text={description} />
            </div>
          )}
          {lists.map((name) => (
            <Lines key={name} name={name} at={`/${name}`} lines={content[name]} />
          ))}
          <MeetingPoints content={content} />
          <Part title={t("field.places")}>{picked.length > 0 && <Bullets lines={picked} at="" />}</Part>
          <Tickets content={content} />
          <Part title={t("field.refundTiers")}>
            <Typography variant="body2">{tiersInWords(content.refundTiers, t)}</Typography>
          </Part>
          <Questions content={content} />
          {content.items.map((item, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items that are not saved have no id.
            <ItemView key={n} item={item} at={`/items/${n}`} />
          ))}
          {contact && (
            <SecondaryText>{[contact.person, contact.phone, contact.email].filter(Boolean).join(" · ")}</SecondaryText>
          )}
        </Stack>
      </Box>
    </Others.Provider>
  );
}

const lists = ["highlights", "included", "notIncluded", "whatToBring", "restrictions", "accessibility"] as const;

/** A text. It is marked if it is in another language than the preview. */
function Text({ at, children }: { at: string; children?: ReactNode }) {
  const t = useText();
  const other = useContext(Others).get(at);
  if (other === undefined) return children;
  return (
    <>
      <span lang={other}>{children}</span>{" "}
      <Chip variant="outlined" label={t(`content.lang.${other}`)} sx={{ height: 18, fontSize: "0.6875rem" }} />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <Typography variant="subtitle2" component="h4" sx={{ fontWeight: 700 }}>
        {title}
      </Typography>
      {children}
    </div>
  );
}

function Lines({ name, at, lines }: { name: FieldName; at: string; lines: readonly string[] }) {
  const t = useText();
  return <Part title={t(`field.${name}`)}>{lines.length > 0 && <Bullets lines={lines} at={at} />}</Part>;
}

const Bullets = ({ lines, at }: { lines: readonly string[]; at: string }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: "0.875rem" }}>
    {lines.map((line, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal.
      <li key={n}>
        <Text at={`${at}/${n}`}>{line}</Text>
      </li>
    ))}
  </Box>
);

type Point = ListingContent["meetingPoints"][number];

function MeetingPoints({ content: { meetingPoints, location } }: { content: ListingContent }) {
  const t = useText();
  const venue = { ...location, name: location.venue, arriveMinutesBefore: null, instructions: null };
  const points = meetingPoints.length > 0 ? meetingPoints : [{ ...venue, externalId: "" }];
  if (points[0]!.name === "") return null;
  return (
    <Part title={t("field.meetingPoints")}>
      {points.map((point, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an id may not be typed yet.
        <PointView key={n} point={point} location={location} at={`/meetingPoints/${n}`} />
      ))}
    </Part>
  );
}

/** A meeting point without an address and a position is at the location of the product. */
function PointView({ point, location, at }: { point: Point; location: ListingContent["location"]; at: string }) {
  const t = useText();
  const place = point.address || point.latitude !== null ? point : location;
  const query = place.latitude === null ? place.address : `${place.latitude},${place.longitude}`;
  return (
    <Box sx={{ "& + &": { mt: 1 } }}>
      <Typography variant="body2">
        <Text at={`${at}/name`}>
          <b>{point.name}</b>
        </Text>
        {point.address && ` · ${point.address}`}{" "}
        {query && (
          <Link
            underline="always"
            href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t("productForm.asSeen.map")}
          </Link>
        )}
      </Typography>
      {point.arriveMinutesBefore !== null && (
        <SecondaryText>{t("productForm.asSeen.arrive", { smart_count: point.arriveMinutesBefore })}</SecondaryText>
      )}
      {point.instructions && (
        <SecondaryText sx={{ whiteSpace: "pre-line" }}>
          <Text at={`${at}/instructions`}>{point.instructions}</Text>
        </SecondaryText>
      )}
    </Box>
  );
}

function Tickets({ content: { ticketTypes } }: { content: ListingContent }) {
  const t = useText();
  const ages = ({ ageFrom: from, ageTo: to }: (typeof ticketTypes)[number]) => {
    if (from !== null && to !== null) return t("productForm.asSeen.ages", { from, to });
    if (from !== null) return t("productForm.asSeen.agesFrom", { from });
    return to !== null && t("productForm.asSeen.agesTo", { to });
  };
  return (
    <Part title={t("products.ticket.title")}>
      {ticketTypes.length > 0 &&
        ticketTypes.map((type, n) => (
          <Typography key={type.code} variant="body2">
            {type.name} <SecondaryText span>{ages(type)}</SecondaryText>{" "}
            {type.conditions && (
              <SecondaryText span>
                <Text at={`/ticketTypes/${n}/conditions`}>{type.conditions}</Text>
              </SecondaryText>
            )}
          </Typography>
        ))}
    </Part>
  );
}

function Questions({ content: { ownQuestions } }: { content: ListingContent }) {
  const t = useText();
  return (
    <Part title={t("field.ownQuestions")}>
      {ownQuestions.length > 0 &&
        ownQuestions.map(({ code, title, help, choices, required }, n) => (
          <Box key={code} sx={{ mt: 0.5 }}>
            <Typography variant="body2">
              <Text at={`/ownQuestions/${n}/title`}>
                {title}
                {required && " *"}
              </Text>
            </Typography>
            {help && <SecondaryText>{help}</SecondaryText>}
            {choices.length > 0 && <SecondaryText>{choices.map(({ text }) => text).join(" · ")}</SecondaryText>}
          </Box>
        ))}
    </Part>
  );
}

/** An item in which it differs from its product. */
function ItemView({ item, at }: { item: ListingContent["items"][number]; at: string }) {
  const format = useFormat();
  const { name, description, included, notIncluded, durationMinutes, guideLanguages, meetingPoints } = item;
  const facts = [
    durationMinutes === null ? "" : format.minutes(durationMinutes),
    guideLanguages.map((tag) => format.language(tag)).join(", "),
    meetingPoints.map((point) => point.name).join(", "),
  ].filter(Boolean);
  return (
    <Box sx={{ borderTop: 1, borderColor: "divider", pt: 1.5 }}>
      <Typography variant="subtitle2" component="h4" sx={{ fontWeight: 700 }}>
        {name}
      </Typography>
      {facts.length > 0 && <SecondaryText>{facts.join(" · ")}</SecondaryText>}
      {description && (
        <div>
          <Text at={`${at}/description`} />
          <Markdown text={description} />
        </div>
      )}
      <Lines name="included" at={`${at}/included`} lines={included} />
      <Lines name="notIncluded" at={`${at}/notIncluded`} lines={notIncluded} />
    </Box>
  );
}

type Photo = ApiAnswer<"products.preview">["photos"][number];

/**
 * The first photo large, the other photos below it, each cut around its focus. The caption is the text of the first
 * photo.
 */
function PreviewPhotos({ photos: [first, ...others] }: { photos: readonly Photo[] }) {
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
