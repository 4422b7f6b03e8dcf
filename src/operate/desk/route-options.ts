import { type TSchema, Type as t } from '@sinclair/typebox'

/** The options of a route that reads something of the site for its owner and helpers. */
export const readsSite = <Answer extends TSchema>(summary: string, answer: Answer) =>
  ({ summary, limit: 'read', session: true, desk: 'site', response: { 200: answer } }) as const

/** The options of a route by which they change something of it, and which answers with nothing. */
export const changesSite = (summary: string) =>
  ({ summary, limit: 'write', session: true, desk: 'site', response: { 204: t.Undefined() } }) as const
