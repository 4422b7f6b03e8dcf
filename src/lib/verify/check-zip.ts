import { fileName } from '../file/file-name.ts'
import { createSha256 } from '../hash/sha256.ts'
import { say } from '../language/say.ts'
import { joinNames } from '../text/join-names.ts'
import { zipReader } from '../zip/open-zip.ts'
import { toHex } from './bytes.ts'
import { Altered } from './check.ts'
import { notOfRelease, type OwnFile, renditionOf } from './own-file.ts'
import type { Rendition } from './signed-manifest.ts'

const sumsName = 'SHA256SUMS'
const mostSumBytes = 1_000_000
/** A file in a download besides the music: a picture that no manifest names. */
const coverName = 'cover.jpg'

type Member = { readonly name: string; readonly sha256: string; readonly text: string }

/**
 * Opens a zip and checks that each file in it belongs to the manifest, byte for byte, and that its
 * list of checksums is right. Returns the finding, and the missing files; throws Altered, naming
 * the first file that does not belong.
 */
export async function checkZip(renditions: readonly Rendition[], file: OwnFile): Promise<string> {
  const members = await readMembers(file)
  refuseWrongSums(members, file.name)
  const music = members.filter(({ name }) => name !== sumsName && name !== coverName)
  const found = music.map(({ name, sha256 }) => {
    const rendition = renditionOf(renditions, sha256)
    if (!rendition) throw notOfRelease(say('“{name}” in “{zip}”', { name, zip: file.name }), sha256)
    refuseOtherName(name, sha256, renditions, file.name)
    return rendition
  })
  if (found.length === 0) throw new Altered(say('“{name}” has no file of this release in it.', { name: file.name }))
  const originals = renditions.filter(({ role }) => role === 'master')
  const missing = originals.filter(({ sha256 }) => !found.some((each) => each.sha256 === sha256))
  return [
    say(
      '{files, plural, one {The one file of music in “{name}” is one of this release, byte for byte: {titles}.} other {Each of the # files of music in “{name}” is one of this release, byte for byte: {titles}.}}',
      { files: found.length, name: file.name, titles: titlesOf(found) },
    ),
    ...(missing.length === 0 ? [] : [say('Not in it: {titles}.', { titles: titlesOf(missing) })]),
    ...(members.some(({ name }) => name === coverName)
      ? [say('Its cover.jpg is in no manifest: nothing is said of it.')]
      : []),
  ].join(' ')
}

const titlesOf = (files: readonly Rendition[]) => joinNames(files.map(({ title }) => `“${title}”`))

/** Throws Altered for a zip that two programs could read differently. */
async function readMembers({ name, bytes, read = () => {} }: OwnFile): Promise<Member[]> {
  const zip = await zipReader(bytes, { strictness: 'strict' })
  const members: Member[] = []
  let done = 0
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory) continue
      const hash = createSha256()
      const texts: string[] = []
      const isSums = lastPart(entry.filename) === sumsName
      // Not read, it would be neither a list nor music: anything could be called so.
      if (isSums && entry.uncompressedSize > mostSumBytes)
        throw new Altered(`“${entry.filename}” in “${name}” is longer than a list of checksums can be.`)
      const decoder = new TextDecoder()
      const write = (piece: Uint8Array) => {
        hash.update(piece)
        if (isSums) texts.push(decoder.decode(piece, { stream: true }))
        done += piece.length
        read(Math.min(done, bytes.size))
      }
      await entry.getData(new WritableStream({ write }), { checkSignature: true })
      members.push({ name: lastPart(entry.filename), sha256: toHex(hash.digest()), text: texts.join('') })
    }
    return members
  } catch (error) {
    if (error instanceof DOMException || error instanceof Altered) throw error
    throw new Altered(
      say('“{name}” is no whole zip, or one that two programs could read differently. Download it again.', { name }),
    )
  } finally {
    await zip.close()
  }
}

/** Bytes of a title in the name of a file, as downloads cut it. */
const mostTitleBytes = 100

/** Throws Altered for a file under the title of another track: it would be taken for that. */
function refuseOtherName(name: string, sha256: string, renditions: readonly Rendition[], zipName: string): void {
  const [, said = ''] = /^(?:\d+ )?(.*?)(?:\.\w+)?$/s.exec(name) ?? []
  const titles = (all: readonly Rendition[]) => all.map(({ title }) => fileName(title, mostTitleBytes))
  const own = renditions.filter((each) => each.sha256 === sha256)
  if (titles(own).includes(said) || !titles(renditions).includes(said)) return
  throw new Altered(`“${name}” in “${zipName}” is “${own[0]?.title ?? ''}”: it has the name of another track.`)
}

const lastPart = (path: string): string => path.split('/').at(-1) ?? path

function refuseWrongSums(members: readonly Member[], zipName: string): void {
  const lines = members.filter(({ name }) => name === sumsName).flatMap(({ text }) => text.split('\n'))
  for (const line of lines.filter((each) => each !== '')) {
    const [sha256 = '', name = ''] = line.split('  ')
    if (members.some((member) => member.name === name && member.sha256 === sha256)) continue
    throw new Altered(`“${name}” in “${zipName}” is not there, or is not what its list of checksums says.`)
  }
}
