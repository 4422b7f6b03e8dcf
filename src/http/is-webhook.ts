// The router ignores a slash at the end, so the checks before it do too.
const webhooks = /^\/api\/(?:webhooks\/stripe|studio\/stripe\/webhook)\/?$/

/**
 * Returns whether a path accepts the payment processor's signed webhooks: raw, from any origin, with a larger limit.
 */
export const isWebhook = (path: string): boolean => webhooks.test(path)
