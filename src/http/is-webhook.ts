const webhooks = new Set(['/api/webhooks/stripe', '/api/studio/stripe/webhook'])

/** Whether a path takes what the payment processor signs: raw, from anywhere, under a larger limit. */
export const isWebhook = (path: string): boolean => webhooks.has(path)
