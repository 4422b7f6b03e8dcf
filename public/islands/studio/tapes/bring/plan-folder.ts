import { folderOf, kindOfPath, type LeftFile } from '../../../../../src/lib/album/found.ts'
import { groupBy } from '../../../../../src/lib/album/group-by.ts'
import { readManifests } from '../../../../../src/lib/album/manifest.ts'
import { type Plan, type PlannedTape, planTapes } from '../../../../../src/lib/album/plan-tapes.ts'
import { say } from '../../../../../src/lib/language/say.ts'
import { mostTapes } from '../../../../../src/lib/music/tape.ts'
import { ZipProblem } from '../../../../../src/lib/zip/zip-problem.ts'
import { api } from '../../../../lib/api.ts'
import { openFile, type PackedFile } from '../../upload/packed-file.ts'
import { problemOfFile } from '../../upload/recognise.ts'
import type { Taking } from '../../upload/uploads.ts'
import type { FolderFile, GivenFolder } from './folder-files.ts'
import { keptName } from './make-tapes.ts'
import { readAlbumTags } from './read-album-tags.ts'
import { readCues } from './read-cues.ts'

const longestWords = 100_000

type PlanOptions = { names: readonly string[]; taking: Taking; tell: (done: number, of: number) => void }

/** Plans a folder's import as `tapedeck import` does (rule: brought-along). Nothing is sent. */
export async function planFolder(
  { name, files, left: unreadable }: GivenFolder,
  { names, taking, tell }: PlanOptions,
): Promise<Plan> {
  const left: LeftFile[] = [...unreadable]
  const byKind = groupBy(files, ({ path }) => kindOfPath(path))
  const candidates = [...(byKind.get('music') ?? []), ...(byKind.get('other') ?? [])]
  const beside = async (kind: 'picture' | 'words' | 'cue' | 'manifest') => wholeOf(byKind.get(kind) ?? [], taking, left)
  const cues = await readCues(await beside('cue'))
  const withCue = new Set([...cues.keys()].map(folderOf))
  const tagged = []
  for (const [index, each] of candidates.entries()) {
    tell(index, candidates.length)
    const opened = await openMusic(each, taking)
    if (typeof opened === 'string') left.push({ path: each.path, why: opened })
    else {
      const tags = await readAlbumTags(opened, withCue.has(folderOf(each.path)))
      tagged.push({ path: each.path, bytes: each.file.size, tags })
    }
  }
  for (const { path } of byKind.get('packed') ?? []) left.push({ path, why: packedText(path) })
  for (const { path } of byKind.get('known') ?? []) left.push({ path, why: say('no music, picture or lyrics') })
  const ofPath = new Map((await beside('manifest')).map(({ path, file }) => [path, file]))
  const { unreadable: noManifests, ...manifests } = await readManifests(ofPath.keys(), async (path) => {
    const file = ofPath.get(path)
    return file ? (await openFile(file)).text() : ''
  })
  for (const path of noManifests) left.push({ path, why: say('no readable manifest') })
  const plan = planTapes({
    name,
    music: tagged,
    pictures: (await beside('picture')).map(toFound),
    words: (await beside('words')).filter(({ file }) => file.size <= longestWords).map(toFound),
    cues,
    ...manifests,
    names,
  })
  const { tapes, left: tooMany } = withinRoom(plan.tapes, await ownNames())
  return { tapes, left: [...left, ...plan.left, ...tooMany] }
}

const packedText = (path: string): string =>
  /\.zip$/i.test(path) ? say('a zip: unpack it, or bring it alone') : say('an archive: unpack it first')

/** Leaves out what is damaged in a zip, before anything is made of the rest. */
async function wholeOf(files: readonly FolderFile[], { maxBytes }: Taking, left: LeftFile[]): Promise<FolderFile[]> {
  const whole: FolderFile[] = []
  for (const each of files) {
    const why = each.file instanceof File ? null : await damageOf(each.file, maxBytes)
    if (why === null) whole.push(each)
    else left.push({ path: each.path, why })
  }
  return whole
}

async function damageOf(file: PackedFile, maxBytes: number): Promise<string | null> {
  if (file.size > maxBytes) return tooLarge(maxBytes)
  try {
    await file.open()
    return null
  } catch (error) {
    if (error instanceof ZipProblem) return error.message
    throw error
  }
}

const tooLarge = (maxBytes: number): string => say('larger than {most} MB', { most: Math.floor(maxBytes / 1_000_000) })

const ownNames = async () => ((await api.studio.cassets.get()).data?.cassets ?? []).map(({ name }) => name)

function withinRoom(tapes: readonly PlannedTape[], own: readonly string[]): Plan {
  const known = new Set(own)
  let room = mostTapes - own.length
  const byTurn = groupBy(tapes, ({ name }) => {
    if (known.has(keptName(name))) return 'come'
    room -= 1
    return room >= 0 ? 'come' : 'wait'
  })
  const [come = [], wait = []] = (['come', 'wait'] as const).map((turn) => byTurn.get(turn))
  const why = say('An artist has at most {mostTapes} cassets.', { mostTapes })
  return { tapes: come, left: wait.flatMap(({ tracks }) => tracks.map(({ path }) => ({ path, why }))) }
}

const toFound = ({ path, file }: FolderFile) => ({ path, bytes: file.size })

/** Returns a file of music; why it cannot be taken otherwise. */
async function openMusic({ path, file }: FolderFile, { maxBytes, readsAlac }: Taking): Promise<File | string> {
  if (file.size === 0) return say('empty ## a file')
  if (file.size > maxBytes) return tooLarge(maxBytes)
  const why = await problemOfFile(file, readsAlac)
  if (why !== null) return kindOfPath(path) === 'other' ? say('no music, picture or lyrics') : why
  try {
    return await openFile(file)
  } catch (error) {
    if (error instanceof ZipProblem) return error.message
    throw error
  }
}
