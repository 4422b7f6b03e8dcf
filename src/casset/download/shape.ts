import { t } from 'elysia'
import { closed } from '../../platform/http/schema.ts'
import { PACK_FORMATS } from './pack-format.ts'

export const DownloadQuery = t.Object(
  {
    format: t.Optional(
      t.UnionEnum(PACK_FORMATS, {
        default: undefined,
        description:
          'tagged: titles and cover written in; original: the bytes whose SHA-256 the manifest states; ' +
          'flac, mp3 (V0) and opus (128 kbit/s): tagged, and converted by the ffmpeg of the host where it has one',
      }),
    ),
  },
  closed,
)
