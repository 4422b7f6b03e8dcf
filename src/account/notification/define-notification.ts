import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import type { Switch } from '../../lib/notification-switches.ts'
import { givenState } from '../../platform/own-state.ts'

/** A letter that gathers notifications. */
export type LetterName = NonNullable<(typeof notifications.$inferSelect)['letter']>

/** What a notification says: a sentence, what there is to know besides (may be empty), and the page that it leads to. */
export type Words = { title: string; text: string; path: string }

type Options<S extends TSchema> = {
  /** What has to be kept of the event for its words. */
  details: S
  /** The switch that turns it off; without one it always comes. */
  switch?: Switch
  /** The gathered letter that tells of it too; without one, no mail does, or one of its own does already. */
  letter?: LetterName
  /** Whether it names others, as buyers and where they are reached: that is no data of its reader's own. */
  namesOthers?: true
  /** Returns its words. `who` did it: a handle with its @, or "Somebody". */
  words(details: Static<S>, who: string, ctx: Ctx): Words
}

/** A kind of notification: everything that one kind differs in from others. */
export type NotificationDefinition<S extends TSchema = TSchema> = {
  readonly kind: string
  readonly details: S
  readonly switch: Switch | null
  readonly letter: LetterName | null
  readonly namesOthers: boolean
  /** Returns the words of stored details; undefined when they are not what this kind keeps. */
  readonly open: (ctx: Ctx, details: unknown, who: string) => Words | undefined
}

/** Every kind of notification by its name. */
export type NotificationKinds = ReadonlyMap<string, NotificationDefinition>

/** Everything that people are told. */
export const notificationKindsOf = givenState<NotificationKinds>('kinds of notifications')

/** Returns the definition of a kind of notification: a plain value, for the list in notification-kinds.ts. */
export function defineNotification<S extends TSchema>(kind: string, options: Options<S>): NotificationDefinition<S> {
  const { details: schema, words } = options
  return {
    kind,
    details: schema,
    switch: options.switch ?? null,
    letter: options.letter ?? null,
    namesOthers: options.namesOthers ?? false,
    open: (ctx, details, who) => (Value.Check(schema, details) ? words(details, who, ctx) : undefined),
  }
}
