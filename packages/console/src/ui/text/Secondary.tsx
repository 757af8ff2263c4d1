import Typography, { type TypographyProps } from "@mui/material/Typography";

/** Small text beside or below a more important one. `span`: inside a paragraph or a table cell. */
export const Secondary = ({ span, sx, ...rest }: TypographyProps & { span?: boolean }) => (
  <Typography
    variant="body2"
    {...(span && { component: "span" })}
    sx={{ color: "text.secondary", ...(sx as object) }}
    {...rest}
  />
);
