import { type TSchema, Type as t } from '@sinclair/typebox'
import type { DeskAct } from '../../platform/http/session/desk-acts.ts'

/** The options of a route that reads something of the site for its owner and helpers. */
export const readsSite = <Answer extends TSchema>(operation: string, summary: string, answer: Answer) =>
  ({ operation, summary, session: true, desk: 'site', response: { 200: answer } }) as const

/** The options of a route by which they do something to it, and which answers with nothing. */
export const changesSite = (act: DeskAct, operation: string, summary: string) =>
  ({ operation, summary, session: true, act: { act }, response: { 204: t.Undefined() } }) as const
