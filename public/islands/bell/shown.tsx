import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Notification } from '../../../src/account/notification/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { pollUnread } from '../../lib/poll-unread.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { unread } from '../../lib/unread.ts'
import { markShown } from './mark-shown.ts'

export type ShownProps = { shown: readonly Pick<Notification, 'id' | 'read'>[] }

export default function Shown({ shown }: ShownProps) {
  const isAwake = useSignal(false)
  const problem = useSignal('')
  useEffect(() => {
    const mark = async () => {
      await markShown(shown)
      await pollUnread()
      isAwake.value = true
    }
    void mark()
  }, [shown])
  const readAll = async () => {
    problem.value = ''
    const { error } = await api.notifications.read.post({ all: true })
    if (error) problem.value = troubleOf(error).text
    else {
      announce(say('Everything is marked as read'))
      await pollUnread()
    }
  }
  return (
    <>
      {isAwake.value && unread.value > 0 && (
        <button type="button" class="key" onClick={() => void readAll()}>
          {say('Mark all {unread} as read', { unread: unread.value })}
        </button>
      )}
      <Said as="span" role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
