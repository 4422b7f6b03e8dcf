import { decodeText } from '../../../../src/lib/encoding/decode-text.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { isZipStart, openZip, type ZipMember } from '../../../../src/lib/zip/open-zip.ts'
import { ZipProblem } from '../../../../src/lib/zip/zip-problem.ts'

const mostEntries = 1_000
const mostUnpackedBytes = 20_000_000

/**
 * Returns the text of a file, or of all lists in a zip, as services export them. Throws ZipProblem
 * for a zip of which any list cannot be read whole: it may say who ended it.
 */
export async function textOfList(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const name = file instanceof File ? file.name : ''
  if (!isZipStart(bytes)) return asNamed(name, decodeText(bytes))
  const members = await openZip(file, { name, most: mostEntries })
  const texts: string[] = []
  let left = mostUnpackedBytes
  for (const member of members.filter(({ path }) => /\.(?:csv|txt|tsv)$/i.test(path))) {
    if (member.problem !== null || member.bytes > left) throw unreadable(member)
    left -= member.bytes
    const unpacked = await member.start(member.bytes).catch(() => Promise.reject(unreadable(member)))
    texts.push(asNamed(member.path, decodeText(unpacked)))
  }
  return texts.join('\n')
}

const unreadable = ({ path }: ZipMember) =>
  new ZipProblem(say('“{path}” in this zip cannot be read. Unpack the zip, and bring its lists one by one.', { path }))

const isOver = /(?:^|[_\-/ ])(?:un|non)subscribed|(?:^|[_\-/ ])(?:cleaned|bounced|suppress)/i

/** Those whose file is named so never agreed, or ended it; its columns need not say so. */
function asNamed(name: string, text: string): string {
  if (!isOver.test(name)) return text
  const addresses = text.split(/[\s,;|"'<>]+/).filter((word) => word.includes('@'))
  return addresses.map((each) => `${each},unsubscribed`).join('\n')
}
