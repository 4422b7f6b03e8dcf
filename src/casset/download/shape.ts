import { type Static, t } from 'elysia'
import { closed } from '../../platform/http/schema.ts'
import { PACK_FORMATS, type PackFormat } from './pack-format.ts'

/** The request for a download: all that somebody has of a casset or one track, and its format. */
export type Wanted = { format: PackFormat; track: string | undefined }

export const wantedOf = ({ format = 'tagged', track }: Static<typeof DownloadQuery>): Wanted => ({ format, track })

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
    track: t.Optional(
      t.String({ maxLength: 64, description: 'one of its tracks as a file of its own, instead of all' }),
    ),
  },
  closed,
)
