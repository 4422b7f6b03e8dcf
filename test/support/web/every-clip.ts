import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { addLinkedClip, addSubmittedClip } from '../drop/clip.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/**
 * Clips of nova's first track: an upload on the page, a link that waits; and a link by which ada
 * sends others.
 */
export async function addClips(svc: TestServer, nova: Person, ada: Person): Promise<void> {
  const track = svc.ctx.db.select().from(tracks).where(eq(tracks.cassetId, nova.cassetId)).get()
  if (!track) throw new Error('nova has no track')
  addSubmittedClip(svc, ada, track)
  addLinkedClip(svc, ada, track, 'W'.repeat(280))
  svc.ctx.db.update(submissions).set({ status: 'ACCEPTED' }).run()
  addLinkedClip(svc, ada, track, '')
  addSubmittedClip(svc, ada, track)
  await svc.call('POST', '/api/casset/nova/referral-link', { cookie: ada.cookie })
}
