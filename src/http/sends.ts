/** Returns the OpenAPI description of an answer that is not JSON: its possible types. */
export const sends = (description: string, ...types: string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }])),
})
