import { type Static, t } from 'elysia'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import { sendsFile, sendsJson, takesPrefer } from '../../platform/http/answer/sends.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { PACK_FORMATS, type PackFormat } from './pack/pack-format.ts'

/**
 * The request for a download: all that somebody has of a casset or one track, and its format;
 * `isAsync`: not to wait for one that is made first.
 */
export type Wanted = { format: PackFormat; track: string | undefined; isAsync: boolean }

/** The preference of a client that would rather be told to ask again (RFC 7240, section 4.1). */
export const respondAsync = 'respond-async'
const prefersAsync = /(?:^|[\s,;])respond-async(?:$|[\s,;])/i

export const wantedOf = ({ format = 'tagged', track }: Static<typeof DownloadQuery>, { headers }: Request): Wanted => ({
  format,
  track,
  isAsync: prefersAsync.test(headers.get('prefer') ?? ''),
})

const DownloadState = t.Object({ state: t.UnionEnum(['waiting', 'making'], { default: undefined }) }, closed)
export type DownloadState = Static<typeof DownloadState>

export const sendsDownload = (description: string) => ({
  ...takesPrefer(),
  responses: {
    ...sendsFile(description, 'application/zip', ...AUDIO_TYPES),
    202: {
      ...sendsJson('It is not made yet: ask again after Retry-After, by Prefer', 'application/json', DownloadState),
      headers: sendsHeaders('Retry-After', 'Preference-Applied'),
    },
  },
})

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
