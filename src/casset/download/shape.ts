import { t } from 'elysia'
import { closed } from '../../platform/http/schema.ts'

export const DownloadQuery = t.Object(
  {
    format: t.Optional(
      t.UnionEnum(['tagged', 'original'], {
        default: undefined,
        description: 'tagged: titles and cover written in; original: the bytes whose SHA-256 the manifest states',
      }),
    ),
  },
  closed,
)
