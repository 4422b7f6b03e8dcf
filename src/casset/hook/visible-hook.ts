import { rowsBy } from '../../../db/prepared.ts'
import { hooks } from '../../../db/schema/casset/hook.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Absent } from '../../lib/text/absent-text.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { visibleTrack } from '../access/decide-access.ts'

const hookById = rowsBy(hooks, 'id')

/** Throws NOT_FOUND when it is absent or its track is hidden from the viewer. */
export function visibleHook(ctx: Ctx, hookId: string, viewer: Viewer | null, asked: Absent = 'hook') {
  const hook = hookById(ctx.db).get({ id: hookId })
  if (!hook) throw notFound(asked)
  return { hook, ...visibleTrack(ctx, hook.trackId, viewer, asked) }
}
