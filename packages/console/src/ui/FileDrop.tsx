import UploadFileIcon from "@mui/icons-material/UploadFile";
import { Box, Button } from "@mui/material";
import { useId, useRef, useState } from "react";
import { SecondaryText } from "./text.tsx";

/** Accepts files that are chosen or dropped. Accepts one file unless `multiple` is set. */
export function FileDrop({
  label,
  lead,
  accept,
  disabled = false,
  multiple = false,
  onFiles,
}: {
  label: string;
  lead: string;
  /** File extensions or media types in the browser's format: `.csv,.xlsx`. */
  accept: string;
  disabled?: boolean;
  multiple?: boolean;
  onFiles: (files: [File, ...File[]]) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (given: FileList | null) => {
    const [file, ...others] = given ?? [];
    if (file && !disabled) onFiles(multiple ? [file, ...others] : [file]);
    // Allows choosing the same file again after it was corrected.
    if (input.current) input.current.value = "";
  };
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      sx={{
        display: "flex",
        flexDirection: "column",
        alignItems: "center",
        gap: 1,
        p: 2.5,
        textAlign: "center",
        border: "2px dashed",
        borderColor: over ? "primary.main" : "divider",
        borderRadius: 2,
        ...(over && { bgcolor: "info.light" }),
      }}
    >
      <Button
        variant="outlined"
        startIcon={<UploadFileIcon />}
        disabled={disabled}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        hidden
        onChange={({ target }) => take(target.files)}
      />
      <SecondaryText id={id}>{lead}</SecondaryText>
    </Box>
  );
}
