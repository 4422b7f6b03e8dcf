export async function renewSubscription(
  { registration }: ServiceWorkerGlobalScope,
  { oldSubscription, newSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const options = oldSubscription?.options
  const renewed = newSubscription ?? (options && (await registration.pushManager.subscribe(options)))
  if (!renewed) return
  const body = JSON.stringify(renewed)
  await fetch('/api/notifications/subscribe', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
