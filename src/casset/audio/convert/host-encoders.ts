import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { CONVERTED_FORMATS, type ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'
import type { Ffmpeg } from '../../../platform/ffmpeg.ts'

const encoders: Readonly<Record<ConvertedFormat, string>> = { flac: 'flac', mp3: 'libmp3lame', opus: 'libopus' }
const limits = { cpuMs: 10_000, rssMb: 400, wallMs: 60_000 } as const

type Known = { formats: readonly ConvertedFormat[]; asked: Promise<readonly ConvertedFormat[]> | null }

const allKnown = new WeakMap<Ffmpeg, Known>()

function knownOf(ffmpeg: Ffmpeg): Known {
  const known = allKnown.get(ffmpeg) ?? { formats: CONVERTED_FORMATS, asked: null }
  allKnown.set(ffmpeg, known)
  return known
}

/**
 * Returns what the host's ffmpeg can make. It is asked at the first use, and again only when it did
 * not answer: the machine may have been too busy.
 */
function ask({ ffmpeg }: Pick<Ctx, 'ffmpeg'>): Promise<readonly ConvertedFormat[]> {
  if (ffmpeg === null) return Promise.resolve([])
  const known = knownOf(ffmpeg)
  known.asked ??= askFfmpeg(ffmpeg.path).then((formats) => {
    if (formats === null) known.asked = null
    known.formats = formats ?? []
    return known.formats
  })
  return known.asked
}

/** Returns null when it was killed. */
async function askFfmpeg(ffmpeg: string): Promise<readonly ConvertedFormat[] | null> {
  try {
    const end = await runLimited({ cmd: [ffmpeg, '-v', 'quiet', '-nostdin', '-encoders'], ...limits })
    if (end.kind !== 'answer') return null
    const listed = end.text.split('\n').map((line) => line.trim().split(/\s+/)[1])
    return CONVERTED_FORMATS.filter((format) => listed.includes(encoders[format]))
  } catch {
    return []
  }
}

/**
 * Returns the formats that a page offers next to the two that need no ffmpeg. Until ffmpeg has
 * answered these are all, and the download says which one it cannot make.
 */
export function offeredFormats(ctx: Ctx): readonly ConvertedFormat[] {
  if (ctx.ffmpeg === null) return []
  void ask(ctx)
  return knownOf(ctx.ffmpeg).formats
}

export const canMake = async (ctx: Pick<Ctx, 'ffmpeg'>, format: ConvertedFormat): Promise<boolean> =>
  (await ask(ctx)).includes(format)

/** Throws BAD_STATE when the host cannot make a format. */
export async function refuseUnmade(ctx: Ctx, format: ConvertedFormat): Promise<void> {
  if (await canMake(ctx, format)) return
  throw new AppError('BAD_STATE', say('This site cannot make files of this format.'), {
    hint: say('Download the files with titles and cover, or the original files.'),
  })
}
