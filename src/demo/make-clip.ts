import type { Ctx } from '../context.ts'
import { addClip } from '../drop/submission/add-clip.ts'
import { hashFile } from '../platform/blob/blobs.ts'
import { readHead } from '../platform/http/request/receive-file.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import type { Film } from './cast/film.ts'
import below from './clips/below.webm' with { type: 'file' }
import chorus from './clips/chorus.webm' with { type: 'file' }
import crank from './clips/crank.webm' with { type: 'file' }
import kilometre from './clips/kilometre.webm' with { type: 'file' }
import van from './clips/van.webm' with { type: 'file' }
import wipers from './clips/wipers.webm' with { type: 'file' }

// Made by `bun test/support/demo/demo-clips.ts`: no encoder for video is in the program.
const films: Readonly<Record<Film, string>> = { below, chorus, crank, kilometre, van, wipers }

/** Stores a clip that the demo brings as if somebody had uploaded it, and returns its id. */
export async function uploadClip(ctx: Ctx, viewer: Viewer, film: Film): Promise<string> {
  const path = ctx.blobs.scratch(ctx.uuid())
  const bytes = await Bun.write(path, Bun.file(films[film]))
  const [sha256, head] = await Promise.all([hashFile(path), readHead(path)])
  return (await addClip(ctx, viewer, { path, name: `${film}.webm`, bytes, sha256, head })).id
}
