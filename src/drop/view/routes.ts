import type { Ctx } from '../../context.ts'
import { Payable } from '../../order/shape.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/request/list-query.ts'
import { cancelCampaign, launchCampaign } from '../deadline/run-campaign.ts'
import { fundCampaign } from '../prize/fund-campaign.ts'
import { payWinners } from '../prize/pay-winners.ts'
import { selectWinners } from '../prize/select-winners.ts'
import { declinePrize } from '../prize/unclaimed.ts'
import { createCampaign, updateCampaign } from '../save-campaign.ts'
import { listDrops } from './list-drops.ts'
import * as shape from './model.ts'
import { listLeaders, readDrop } from './read-drop.ts'
import { movedCampaign, toCampaign } from './to-campaign.ts'

const changes = { session: true, refuses: ['FORBIDDEN', 'BAD_STATE'] } as const

/** Artists fund a prize, fans enter clips, winners are paid. */
export const drop = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/campaigns', ({ viewer, query }) => listDrops(ctx, viewer, query, limitOf(query), query.cursor), {
      operation: 'listDrops',
      summary: 'List drops',
      query: shape.CampaignsQuery,
      response: { 200: shape.Campaigns },
    })
    .post(
      '/api/campaigns',
      ({ author, body, status }) => status(201, { campaign: toCampaign(ctx, createCampaign(ctx, author, body)) }),
      {
        operation: 'createDrop',
        summary: 'Make a drop',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        body: shape.NewCampaign,
        response: { 201: shape.CampaignAnswer },
      },
    )
    .get('/api/campaign/:id', ({ params, viewer }) => readDrop(ctx, params.id, viewer), {
      operation: 'getDrop',
      summary: 'Read a drop',
      response: { 200: shape.CampaignPage },
    })
    .get(
      '/api/campaign/:id/leaderboard',
      ({ params, viewer, query }) => listLeaders(ctx, params.id, viewer, limitOf(query), query.cursor),
      {
        operation: 'getLeaderboard',
        summary: 'Read the entries of a drop by their points',
        query: shape.LeaderboardQuery,
        response: { 200: shape.Leaderboard },
      },
    )
    .patch(
      '/api/campaign/:id',
      ({ params, author, body }) => ({ campaign: toCampaign(ctx, updateCampaign(ctx, author, params.id, body)) }),
      {
        operation: 'updateDrop',
        summary: 'Change a drop',
        ...changes,
        body: shape.CampaignChanges,
        response: { 200: shape.CampaignAnswer },
      },
    )
    .post(
      '/api/campaign/:id/fund',
      ({ params, author, body, request, server }) =>
        fundCampaign(ctx, author, params.id, { ...body, address: addressOf(ctx, request, server) }),
      {
        operation: 'fundDrop',
        summary: 'Begin to fund the prize of a drop',
        ...changes,
        body: shape.Funding,
        response: { 200: Payable },
      },
    )
    .post(
      '/api/campaign/:id/launch',
      async ({ params, author }) => movedCampaign(ctx, await launchCampaign(ctx, author, params.id), author),
      {
        operation: 'launchDrop',
        summary: 'Open a drop',
        ...changes,
        body: shape.Nothing,
        response: { 200: shape.Moved },
      },
    )
    .post(
      '/api/campaign/:id/select-winner',
      async ({ params, author, body }) =>
        movedCampaign(ctx, await selectWinners(ctx, author, params.id, body.submissionIds), author),
      {
        operation: 'selectWinner',
        summary: 'Choose who wins a drop',
        ...changes,
        body: shape.Choice,
        response: { 200: shape.Moved },
      },
    )
    .post(
      '/api/campaign/:id/payout',
      async ({ params, author }) => movedCampaign(ctx, await payWinners(ctx, author, params.id), author),
      {
        operation: 'payOutPrize',
        summary: 'Pay out the prize of a drop',
        ...changes,
        body: shape.Nothing,
        response: { 200: shape.Moved },
      },
    )
    .post(
      '/api/campaign/:id/decline',
      async ({ params, author }) => movedCampaign(ctx, await declinePrize(ctx, author, params.id), author),
      {
        operation: 'declinePrize',
        summary: 'Give up the prize that you won',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Nothing,
        response: { 200: shape.Moved },
      },
    )
    .post(
      '/api/campaign/:id/cancel',
      async ({ params, author, body }) =>
        movedCampaign(ctx, await cancelCampaign(ctx, author, params.id, body.reason), author),
      {
        operation: 'cancelDrop',
        summary: 'Cancel a drop',
        ...changes,
        body: shape.Cancelling,
        response: { 200: shape.Moved },
      },
    )
