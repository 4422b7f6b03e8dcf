import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { pushSubscriptions as subscriptions } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { inLanguage } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { GiveUp, TryLater } from '../../platform/job/job-kind.ts'
import { languageOfAccount } from '../language.ts'
import { boxOf } from './box.ts'
import { targetOf } from './push-endpoint.ts'
import { freshMs, newsFor, type PushMessage, type Subscription } from './push-news.ts'
import { pushingOf } from './pushing.ts'
import { removeSubscription, subscriptionsOf } from './subscribe.ts'

// In a rush of news a browser gets the first at once, and then a count every ten seconds.
const gapMs = 10_000
// A browser that could not be reached for this long is gone. It subscribes again when it is opened.
const silentMs = 14 * dayMs
const longestWaitMs = 6 * 3_600_000

/**
 * Pushes news to one browser, unless an earlier push has covered it. Retried for about five hours,
 * or when the push service says (rule: pushes).
 */
export const sendPushJob = defineJob('send-push', {
  payload: t.Object({ subscriptionId: t.String(), position: t.Integer() }),
  concurrency: 8,
  // A lane is a push service: one that does not answer delays only its own pushes.
  takesTurns: true,
  maxAttempts: 12,
  backoff: { firstMs: 10_000, capMs: 3_600_000 },
  run: (ctx, { subscriptionId: id, position }, _, signal) =>
    pushingOf(ctx).lock(id, () => sendPush(ctx, id, position, signal)),
  failed: (ctx, { subscriptionId }) => dropIfSilent(ctx, subscriptionId),
})

/** Queues pushes of a person's new notification. Called in the transaction that writes it. */
export function queuePushes(ctx: Ctx, userId: string, position: number): void {
  for (const { id: subscriptionId, endpoint, deliveredAt, restsUntil } of subscriptionsOf(ctx, userId)) {
    const runAt = Math.max(ctx.now(), (deliveredAt ?? 0) + gapMs, restsUntil)
    const options = { key: `${subscriptionId} ${position}`, lane: new URL(endpoint).host, runAt }
    ctx.jobs.add(sendPushJob, { subscriptionId, position }, options)
  }
}

const byId = ({ db }: Ctx, id: string) => db.select().from(subscriptions).where(eq(subscriptions.id, id)).get()

const change = ({ db }: Ctx, id: string, values: Partial<Subscription>): void =>
  void db.update(subscriptions).set(values).where(eq(subscriptions.id, id)).run()

async function sendPush(ctx: Ctx, id: string, position: number, signal: AbortSignal): Promise<void> {
  const subscription = byId(ctx, id)
  if (!subscription || subscription.pushedTo >= position) return
  if (subscription.expiresAt !== null && subscription.expiresAt <= ctx.now()) return removeSubscription(ctx, id)
  if (subscription.restsUntil > ctx.now())
    throw new TryLater('The push service rests.', subscription.restsUntil - ctx.now())
  const pushedTo = boxOf(ctx, subscription.userId)?.lastPosition ?? position
  const news = inLanguage(languageOfAccount(ctx, subscription.userId), () => newsFor(ctx, subscription))
  if (!news) return change(ctx, id, { pushedTo })
  const isThere = await post(ctx, subscription, news, signal)
  if (isThere) change(ctx, id, { pushedTo, deliveredAt: ctx.now() })
  else removeSubscription(ctx, id)
}

/** Returns whether the subscription still exists. Throws errors worth a retry, and GiveUp. */
async function post(ctx: Ctx, subscription: Subscription, message: PushMessage, signal: AbortSignal): Promise<boolean> {
  const { endpoint, p256dh, auth } = subscription
  const target = await targetOf(ctx, endpoint)
  // Loaded at the first push: it would add a tenth of a second to every start.
  const { default: webPush } = await import('web-push')
  const keys = { p256dh, auth }
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
    vapidDetails: { subject: subjectOf(ctx), ...pushingOf(ctx).keys },
    TTL: freshMs / 1_000,
    urgency: 'normal',
  })
  const { 'Content-Length': _, ...sent } = headers
  const response = await fetch(target.url, {
    method: 'POST',
    headers: { ...sent, ...target.headers },
    body: new Uint8Array(body ?? []),
    tls: target.tls,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(pushingOf(ctx).patienceMs)]),
  })
  await response.body?.cancel()
  const { status } = response
  if (status === 404 || status === 410) return false
  if (status >= 200 && status < 300) return true
  const problem = `The push service answered ${status}.`
  if (status !== 429 && status < 500) throw new GiveUp(problem)
  const waitMs = retryAfterMs(ctx, response.headers.get('retry-after'))
  if (waitMs === undefined) throw new Error(problem)
  change(ctx, subscription.id, { restsUntil: ctx.now() + waitMs })
  throw new TryLater(problem, waitMs)
}

/** Returns how long a Retry-After (seconds or a date) asks to wait, at most six hours. */
export function retryAfterMs({ now }: Pick<Ctx, 'now'>, header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1_000), longestWaitMs)
}

/** The contact for a push service when something is wrong with our pushes. */
const subjectOf = ({ site, config }: Ctx): string =>
  site.isHttps ? site.origin : `mailto:${config.site.contactEmail ?? 'webmaster@localhost'}`

function dropIfSilent(ctx: Ctx, id: string): void {
  const subscription = byId(ctx, id)
  if (!subscription) return
  const heardAt = Math.max(subscription.confirmedAt, subscription.deliveredAt ?? 0)
  if (ctx.now() - heardAt > silentMs) removeSubscription(ctx, id)
}
