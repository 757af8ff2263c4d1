import { Box } from "@mui/material";
import { useState } from "react";
import { OccupancyBar } from "../events/calendar/parts.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { RecordTableOrCards } from "../ui/list/RecordList.tsx";
import type { ListColumn } from "../ui/list/records.ts";
import { DataTable } from "../ui/page/DataTable.tsx";
import { SecondaryText } from "../ui/text.tsx";

interface Sample {
  id: string;
  sold: number;
}

const samples: readonly Sample[] = [
  { id: "2026-06-20T20:00:00", sold: 6 },
  { id: "2026-06-21T20:00:00", sold: 20 },
];

export function TableSamples() {
  const t = useText();
  const format = useFormat();
  const [selected, setSelected] = useState<readonly Sample[]>(samples.slice(0, 1));
  const columns: ListColumn<Sample>[] = [
    {
      label: t("events.field.eventOn"),
      value: ({ id }) => (
        <>
          {format.local(id)}
          <SecondaryText>{t("componentSamples.sample")}</SecondaryText>
        </>
      ),
    },
    { label: t("day.sold"), value: ({ sold }) => <OccupancyBar load={sold / 20} /> },
    { label: t("day.left"), figure: true, value: ({ sold }) => format.count(20 - sold) },
  ];
  const records = { rows: samples, keyOf: ({ id }: Sample) => id, columns };
  return (
    <>
      <RecordTableOrCards
        {...records}
        selection={{
          has: (row) => selected.includes(row),
          set: (rows, on) => setSelected([...selected.filter((row) => !rows.includes(row)), ...(on ? rows : [])]),
          nameOf: ({ id }) => format.local(id),
          all: t("events.choose.page"),
        }}
      />
      <RecordTableOrCards {...records} compact />
      <Box>
        <DataTable
          label={t("componentSamples.tables")}
          rows={samples}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t("events.field.eventOn"),
              value: ({ id }) => format.local(id),
              total: t("componentSamples.usual"),
            },
            { name: t("day.sold"), figure: true, value: ({ sold }) => format.count(sold), total: format.count(26) },
          ]}
        />
      </Box>
    </>
  );
}
