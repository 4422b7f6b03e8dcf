import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import type { Switch } from '../../lib/account/notification-switches.ts'
import { givenState } from '../../platform/own-state.ts'

export type DigestName = NonNullable<(typeof notifications.$inferSelect)['digest']>

/**
 * `text` may be empty; `path` is the page it links to. `creditId`: a question that can be answered
 * beside it, until that is done.
 */
export type NotificationText = { title: string; text: string; path: string; creditId?: string }

type Options<S extends TSchema> = {
  details: S
  /** The switch that turns it off; without one it always comes. */
  switch?: Switch
  /** The digest that also mentions it. Without one there is no email, or one of its own. */
  digest?: DigestName
  /** Whether it names others, such as buyers with addresses, whose data is not the reader's. */
  namesOthers?: true
  /** Returns its message. `who` is the person who did it by their name, or "Somebody". */
  message(details: Static<S>, who: string, ctx: Ctx): NotificationText
}

export type NotificationDefinition<S extends TSchema = TSchema> = {
  readonly kind: string
  readonly details: S
  readonly switch: Switch | null
  readonly digest: DigestName | null
  readonly namesOthers: boolean
  /** Returns the message of stored details; undefined when they do not fit this kind. */
  readonly open: (ctx: Ctx, details: unknown, who: string) => NotificationText | undefined
}

export type NotificationKinds = ReadonlyMap<string, NotificationDefinition>

export const notificationKindsOf = givenState<NotificationKinds>('kinds of notifications')

export function defineNotification<S extends TSchema>(kind: string, options: Options<S>): NotificationDefinition<S> {
  const { details: schema, message } = options
  return {
    kind,
    details: schema,
    switch: options.switch ?? null,
    digest: options.digest ?? null,
    namesOthers: options.namesOthers ?? false,
    open: (ctx, details, who) => (Value.Check(schema, details) ? message(details, who, ctx) : undefined),
  }
}
