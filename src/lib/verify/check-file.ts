import { createSha256 } from '../hash/sha256.ts'
import { say } from '../language/say.ts'
import { toHex } from './bytes.ts'
import { Altered, Unreadable } from './check.ts'
import { checkZip } from './check-zip.ts'
import { notOfRelease, type OwnFile, renditionOf } from './own-file.ts'
import type { Rendition } from './signed-manifest.ts'

const zipStart = 'PK'

/**
 * Checks that a file belongs to the manifest, byte for byte; for a zip, each file in it. Never
 * holds a whole file. Returns the finding; throws Altered, and Unreadable for a file that cannot be
 * read (rule: verify-file).
 */
export async function checkFile(renditions: readonly Rendition[], file: OwnFile): Promise<string> {
  try {
    const start = await file.bytes.slice(0, zipStart.length).text()
    if (start === zipStart) return await checkZip(renditions, file)
    const sha256 = await hashStream(file.bytes.stream(), file.read)
    const found = renditionOf(renditions, sha256)
    if (!found) throw notOfRelease(`“${file.name}”`, sha256)
    return foundText(file.name, found)
  } catch (error) {
    if (error instanceof Altered) throw error
    throw new Unreadable(
      say('“{name}” cannot be read. It may have been moved or changed while it was read.', { name: file.name }),
    )
  }
}

const foundText = (name: string, { role, title }: Rendition): string =>
  role === 'master'
    ? say('“{name}” is the original of “{title}”, byte for byte.', { name, title })
    : say('“{name}” is the hook of “{title}”, byte for byte.', { name, title })

/** Never holds it as a whole. `read` gets the number of bytes so far. */
export async function hashStream(stream: ReadableStream<Uint8Array>, read = (_: number) => {}): Promise<string> {
  const hash = createSha256()
  const reader = stream.getReader()
  let bytes = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hash.update(piece.value)
    bytes += piece.value.length
    read(bytes)
  }
  return toHex(hash.digest())
}
