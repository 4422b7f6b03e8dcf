// The router takes a slash at the end as nothing, so what is decided before it does too.
const webhooks = /^\/api\/(?:webhooks\/stripe|studio\/stripe\/webhook)\/?$/

/** Whether a path takes what the payment processor signs: raw, from anywhere, under a larger limit. */
export const isWebhook = (path: string): boolean => webhooks.test(path)
