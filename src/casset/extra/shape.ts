import { type Static, t } from 'elysia'
import { extraFormats } from '../../lib/file/extra-formats.ts'
import type { Extra as ExtraRow } from '../access/held-extra.ts'

/** A file that comes with a casset, as everybody sees that there is one. */
export const Extra = t.Object({
  id: t.String(),
  name: t.String({ description: 'without its ending' }),
  format: t.UnionEnum(extraFormats, { default: undefined, description: 'its ending' }),
  bytes: t.Integer(),
})
export type Extra = Static<typeof Extra>

export const toExtra = ({ id, name, format, bytes }: ExtraRow): Extra => ({ id, name, format, bytes })

/** The same for whoever has it: whether a small picture of it is shown. */
export type HeldExtra = Extra & { hasPreview: boolean }

export const toHeldExtra = (row: ExtraRow): HeldExtra => ({ ...toExtra(row), hasPreview: row.previewSha256 !== null })
