const uploads = /^\/api\/studio\/(?:assets|casset\/[^/]+\/tracks(?:\/[^/]+)?)$/

/** Whether a path takes files rather than JSON: its size and type are judged by the route itself. */
export const isUpload = (path: string): boolean => uploads.test(path)
