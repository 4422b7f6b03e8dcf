import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../../../lib/json/json.ts'
import { cutHookAnew, ingest } from './ingest.ts'
import { coverIn, openAnyTags, readAlbumTags } from './master/read-tags.ts'
import {
  type CoverTaken,
  type Failed,
  MediaProblem,
  MediaRequest,
  MediaResult,
  type ReadTagsRequest,
  type TagsRead,
  type TakeCoverRequest,
} from './media.ts'
import { cutPart } from './render/cut-part.ts'
import { remuxClip } from './render/remux.ts'

const NICENESS = 5
const DAMAGED = 'This file is damaged: it could not be read to its end.'

/** The child's side of `runMedia`: does what the JSON asks and returns JSON. Never throws. */
export async function mediaChild(argJson: string): Promise<string> {
  setPriority(NICENESS)
  return JSON.stringify(await answer(argJson).catch(failed))
}

async function answer(argJson: string): Promise<MediaResult> {
  const request = Value.Decode(MediaRequest, parseJson(argJson))
  const result = await resultOf(request)
  // A wrong header can lead to impossible values.
  if (!Value.Check(MediaResult, result)) throw new MediaProblem('corrupt', DAMAGED)
  return result
}

function resultOf(request: MediaRequest): Promise<MediaResult> {
  if (request.op === 'remux') return remuxClip(request)
  if (request.op === 'take-cover') return takeCover(request)
  if (request.op === 'read-tags') return readMany(request)
  if (request.op === 'cut-part') return cutPart(request)
  return request.op === 'ingest' ? ingest(request) : cutHookAnew(request)
}

/** Libraries throw on damaged input; a fault with an errno is the disk's or ours: try again. */
function failed(error: unknown): Failed {
  if (error instanceof MediaProblem) return { ok: false, kind: error.kind, problem: error.message }
  const isHostFault = error instanceof Error && 'code' in error
  return isHostFault
    ? { ok: false, kind: 'crashed', problem: 'The server could not process this file.' }
    : { ok: false, kind: 'corrupt', problem: DAMAGED }
}

async function readMany({ masters, measures = false }: ReadTagsRequest): Promise<TagsRead> {
  const files: TagsRead['files'] = []
  for (const path of masters) files.push(await readAlbumTags(path, measures))
  return { ok: true, op: 'read-tags', files }
}

/**
 * Copies the cover in a master's tags into a file of its own, unread: the code that stores it
 * checks whether it is a picture.
 */
async function takeCover({ master, cover }: TakeCoverRequest): Promise<CoverTaken> {
  using file = await openAnyTags(master)
  const data = coverIn(file)
  if (!data) throw new MediaProblem('corrupt', 'This file holds no cover that can be read.')
  await writeFile(cover, data, { mode: 0o600 })
  return { ok: true, op: 'take-cover', bytes: data.length }
}
