import { TagLib } from 'taglib-wasm'
import wasmUrl from '../../../node_modules/taglib-wasm/dist/taglib-wasi.wasm' with { type: 'file' }
import type { FileTags } from './media.ts'

// More than anybody writes: what is longer is a fault or an attack, and the rest is cut.
const LONGEST_LINE = 1_000
const LONGEST_LYRICS = 40_000

/** Returns what a file says of itself in its tags; nothing when they are absent or damaged, which is no fault of its sound. */
export async function readTags(path: string): Promise<FileTags> {
  try {
    const taglib = await TagLib.initialize({ wasmUrl, forceWasmType: 'wasi' })
    using file = await taglib.open(path)
    const properties: Record<string, readonly string[] | undefined> = file.properties()
    const lineOf = (...names: string[]) =>
      names
        .map((name) => properties[name]?.find((value) => value.trim() !== ''))
        .find((value) => value !== undefined)
        ?.slice(0, LONGEST_LINE)
    const lyrics = file.getLyrics().find(({ text }) => text.trim() !== '')?.text ?? lineOf('lyrics', 'USLT', 'LYRICS')
    return present({
      title: lineOf('title'),
      artist: lineOf('artist'),
      album: lineOf('album'),
      isrc: lineOf('isrc', 'TSRC')?.toUpperCase().replace(/[-\s]/g, ''),
      track: wholeOf(lineOf('trackNumber')),
      disc: wholeOf(lineOf('discNumber')),
      year: wholeOf(lineOf('date')),
      bpm: wholeOf(lineOf('bpm', 'TBPM')),
      lyrics: lyrics?.slice(0, LONGEST_LYRICS),
    })
  } catch {
    return {}
  }
}

/** Returns the number at the start of "3/11" or "1983-02-01". */
function wholeOf(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10)
  return number >= 1 && number <= 9_999 ? number : undefined
}

function present(tags: { [Key in keyof FileTags]: FileTags[Key] | undefined }): FileTags {
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined))
}
