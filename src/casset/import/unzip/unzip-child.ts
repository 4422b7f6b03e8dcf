import { open, rm, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { kindOfPath, type LeftFile } from '../../../lib/album/found.ts'
import { SNIFF_BYTES, sniffAudio } from '../../../lib/audio/sniff.ts'
import { makeFolder } from '../../../lib/file/private-files.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { openZip, type ZipMember } from '../../../lib/zip/open-zip.ts'
import { ZipProblem } from '../../../lib/zip/zip-problem.ts'
import { refusal } from '../find-files.ts'
import { UnzipRequest, type UnzipResult } from './unzip.ts'

const niceness = 5
const ofName = /^(?:ENAMETOOLONG|EEXIST|ENOTDIR|EISDIR|EINVAL|EILSEQ)$/
const noRoom = /^(?:ENOSPC|EDQUOT|EFBIG)$/
const mb = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en')

/** The child's side of `unzip`: does what the JSON asks and returns JSON. Never throws. */
export async function unzipChild(requestJson: string): Promise<string> {
  setPriority(niceness)
  return JSON.stringify(await unpack(Value.Decode(UnzipRequest, parseJson(requestJson))).catch(failed))
}

function failed(error: unknown): UnzipResult {
  if (error instanceof ZipProblem) return { ok: false, problem: error.message }
  const code = codeOf(error)
  if (noRoom.test(code)) return { ok: false, problem: 'The disk became full while it was unpacked. Free some space.' }
  return { ok: false, problem: code === 'EACCES' ? notAllowed : unread }
}

const unread = 'The zip could not be read. Try it again, or unpack it and import the folder.'
const notAllowed = 'The user to whom the data folder belongs may not read the zip. Copy it where they may.'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Names are only looked at: nothing that is in no list of kinds is unpacked. */
async function unpack(request: UnzipRequest): Promise<UnzipResult> {
  const name = basename(request.zip)
  const left: LeftFile[] = []
  const wanted: ZipMember[] = []
  for (const member of await openZip(Bun.file(request.zip), { name })) {
    if (kindOfPath(member.path) === 'system') continue
    const why = member.problem ?? (await whyNot(member, request))
    if (why === undefined) wanted.push(member)
    else left.push({ path: member.path, why })
  }
  const bytes = wanted.reduce((sum, member) => sum + member.bytes, 0)
  if (bytes > request.roomBytes) {
    const problem = `Unpacked, “${name}” has ${mb(bytes)} MB, and there is room for ${mb(request.roomBytes)} MB. Free some space, or import it in parts.`
    return { ok: false, problem }
  }
  for (const member of wanted) {
    const why = await write(member, request.folder)
    if (why !== undefined) left.push({ path: member.path, why })
  }
  await writeFile(request.left, JSON.stringify(left), { mode: 0o600 })
  return { ok: true }
}

async function whyNot(member: ZipMember, { maxBytes, readsAlac }: UnzipRequest): Promise<string | undefined> {
  const kind = kindOfPath(member.path)
  const accepted = { maxBytes, readsAlac }
  const why = refusal(kind, member.bytes, accepted)
  if (why !== undefined || kind !== 'other') return why
  try {
    const isMusic = sniffAudio(await member.start(SNIFF_BYTES), accepted).ok
    return isMusic ? refusal('music', member.bytes, accepted) : 'no music, picture or lyrics'
  } catch (error) {
    if (error instanceof ZipProblem) return error.message
    throw error
  }
}

/** Returns why a file of the zip is not there; then nothing of it is. */
async function write({ path: own, read }: ZipMember, folder: string): Promise<string | undefined> {
  const path = join(folder, own)
  try {
    makeFolder(folder, dirname(path))
    const file = await open(path, 'wx', 0o600)
    try {
      await read(async (piece) => {
        for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten
      })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return undefined
  } catch (error) {
    if (error instanceof ZipProblem) return error.message
    if (ofName.test(codeOf(error))) return 'a name that this disk cannot hold: rename it'
    throw error
  }
}
