/// <reference lib="webworker" />

import { answerKeptSound, isKeptSound } from './worker/kept.ts'
import { answerFile, answerPage, cacheShell, isFile, isPage, sweepShells } from './worker/pages.ts'
import { openNotification, showPush } from './worker/push.ts'
import { renewSubscription } from './worker/renew.ts'

declare const self: ServiceWorkerGlobalScope

// Never between the browser and the API: private data and all sound that is not kept bypass it.
self.addEventListener('install', (event) => event.waitUntil(cacheShell().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([sweepShells(), preload]).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  // A worker has a policy of its own, and Safari would hold its script to that of this one.
  if (request.destination === 'worker') return
  if (isFile(request)) event.respondWith(answerFile(event))
  else if (isKeptSound(request)) event.respondWith(answerKeptSound(request))
  else if (isPage(request)) event.respondWith(answerPage(event))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(self, event.notification))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(self, event)))
