import { type LeftFile, nameOf } from '../../../../../src/lib/album/found.ts'
import { openZip, type ZipMember } from '../../../../../src/lib/zip/open-zip.ts'
import type { PackedFile } from '../../upload/packed-file.ts'

/** Returns the content of a zip as the files of a folder (rule: zips). Throws ZipProblem. */
export async function filesOfZip(
  zip: File,
): Promise<{ files: { path: string; file: PackedFile }[]; left: LeftFile[] }> {
  const members = await openZip(zip, { name: zip.name })
  return {
    files: members
      .filter(({ problem }) => problem === null)
      .map((member) => ({ path: member.path, file: toPackedFile(zip, member) })),
    left: members.flatMap(({ path, problem }) => (problem === null ? [] : [{ path, why: problem }])),
  }
}

const toPackedFile = (zip: File, member: ZipMember): PackedFile => ({
  name: nameOf(member.path),
  size: member.bytes,
  lastModified: member.modifiedMs,
  async open() {
    const content = await unpack(zip, member)
    return new File(content, nameOf(member.path), { lastModified: member.modifiedMs })
  },
  start: async (mostBytes) => new Blob([await member.start(mostBytes)]),
})

const partBytes = 4_000_000

/** Browsers move parts out of the memory of the page; one that is not packed stays in the zip. */
async function unpack(zip: File, { isStored, read, place }: ZipMember): Promise<Blob[]> {
  const parts: Blob[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const keep = () => {
    parts.push(new Blob(pieces))
    pieces = []
    bytes = 0
  }
  await read((piece) => {
    if (isStored) return
    pieces.push(new Uint8Array(piece))
    bytes += piece.length
    if (bytes >= partBytes) keep()
  })
  if (isStored) return [zip.slice(...place())]
  keep()
  return parts
}
