import { folderOf, kindOfPath, type LeftFile } from '../../../../../src/lib/album/found.ts'
import { groupBy } from '../../../../../src/lib/album/group-by.ts'
import { readManifests } from '../../../../../src/lib/album/manifest.ts'
import { type Plan, type PlannedTape, planTapes } from '../../../../../src/lib/album/plan-tapes.ts'
import { say } from '../../../../../src/lib/language/say.ts'
import { mostTapes } from '../../../../../src/lib/music/tape.ts'
import { api } from '../../../../lib/api.ts'
import { problemOfFile } from '../../upload/recognise.ts'
import type { Taking } from '../../upload/uploads.ts'
import type { FolderFile, GivenFolder } from './folder-files.ts'
import { keptName } from './make-tapes.ts'
import { readAlbumTags } from './read-album-tags.ts'
import { readCues } from './read-cues.ts'

const longestWords = 100_000

type PlanOptions = { names: readonly string[]; taking: Taking; tell: (done: number, of: number) => void }

/** Plans a folder's import as `tapedeck import` does (rule: brought-along). Nothing is sent. */
export async function planFolder({ name, files }: GivenFolder, { names, taking, tell }: PlanOptions): Promise<Plan> {
  const byKind = groupBy(files, ({ path }) => kindOfPath(path))
  const left: LeftFile[] = []
  const candidates = [...(byKind.get('music') ?? []), ...(byKind.get('other') ?? [])]
  const cues = await readCues(byKind.get('cue') ?? [])
  const withCue = new Set([...cues.keys()].map(folderOf))
  const tagged = []
  for (const [index, each] of candidates.entries()) {
    tell(index, candidates.length)
    const why = await faultOf(each, taking)
    if (why === null) {
      tagged.push({
        path: each.path,
        bytes: each.file.size,
        tags: await readAlbumTags(each.file, withCue.has(folderOf(each.path))),
      })
    } else left.push({ path: each.path, why })
  }
  for (const { path } of byKind.get('packed') ?? []) left.push({ path, why: say('an archive: unpack it first') })
  for (const { path } of byKind.get('known') ?? []) left.push({ path, why: say('no music, picture or lyrics') })
  const bare = (kind: 'picture' | 'words') =>
    (byKind.get(kind) ?? []).filter(({ file }) => kind === 'picture' || file.size <= longestWords).map(toFound)
  const ofPath = new Map((byKind.get('manifest') ?? []).map(({ path, file }) => [path, file]))
  const { unreadable, ...manifests } = await readManifests(
    ofPath.keys(),
    async (path) => (await ofPath.get(path)?.text()) ?? '',
  )
  for (const path of unreadable) left.push({ path, why: say('no readable manifest') })
  const plan = planTapes({
    name,
    music: tagged,
    pictures: bare('picture'),
    words: bare('words'),
    cues,
    ...manifests,
    names,
  })
  const { tapes, left: tooMany } = withinRoom(plan.tapes, await ownNames())
  return { tapes, left: [...left, ...plan.left, ...tooMany] }
}

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

async function faultOf({ path, file }: FolderFile, { maxBytes, readsAlac }: Taking): Promise<string | null> {
  if (file.size === 0) return say('empty ## a file')
  if (file.size > maxBytes) {
    return say('larger than {most} MB', { most: Math.floor(maxBytes / 1_000_000) })
  }
  const why = await problemOfFile(file, readsAlac)
  return why !== null && kindOfPath(path) === 'other' ? say('no music, picture or lyrics') : why
}
