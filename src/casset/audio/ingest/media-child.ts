import { setPriority } from 'node:os'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../../../lib/json.ts'
import { cutHookAnew, ingest } from './ingest.ts'
import { type Failed, MediaProblem, MediaRequest, MediaResult } from './media.ts'
import { remuxClip } from './remux.ts'
import { takeCover } from './take-cover.ts'

const NICENESS = 5
const DAMAGED = 'This file is damaged: it could not be read to its end.'

/**
 * The child's side of `runMedia`: performs the request in the JSON and returns JSON. Never throws.
 */
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
  return request.op === 'ingest' ? ingest(request) : cutHookAnew(request)
}

/**
 * Libraries throw on damaged input; a fault with an errno is the disk's or ours, and worth a retry.
 */
function failed(error: unknown): Failed {
  if (error instanceof MediaProblem) return { ok: false, kind: error.kind, problem: error.message }
  const isHostFault = error instanceof Error && 'code' in error
  return isHostFault
    ? { ok: false, kind: 'crashed', problem: 'The server could not process this file.' }
    : { ok: false, kind: 'corrupt', problem: DAMAGED }
}
