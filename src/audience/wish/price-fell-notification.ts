import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { pagePath } from '../../lib/text/slug.ts'

/** A tape on somebody's wish list costs less, for those who asked to be told (rule: wish-list). */
export const priceFellNotification = defineNotification('price-fell', {
  details: t.Object({
    name: t.String(),
    artist: t.String(),
    slug: t.String(),
    before: t.Integer(),
    price: t.Integer(),
    currency: t.String(),
  }),
  message: ({ name, artist, slug, before, price, currency }) => {
    const told = { artist, before: sumText({ amount: before, currency }) }
    return {
      title: say('{name} costs less now', { name }),
      text:
        price === 0
          ? say('By {artist}: nothing, not {before}', told)
          : say('By {artist}: {sum}, not {before}', { ...told, sum: sumText({ amount: price, currency }) }),
      path: pagePath(slug),
    }
  },
})
