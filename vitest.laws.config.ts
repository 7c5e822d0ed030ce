/**
 * `npm run laws`: the laws of the service with many more things happening than in `npm test`, and every page looked at at every width
 * and in both schemes, which `npm test` does by turns (`npm run looks` does that alone). Another seed with every run;
 * `npm run laws -- --sequence.seed 7` repeats one.
 */
import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

export default defineConfig({
  test: {
    ...config.test,
    provide: { lawScale: 20 },
    testTimeout: 3_600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'looks',
          globalSetup: ['server/testing/test-database.ts'],
          include: ['journeys/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'laws',
          globalSetup: ['server/testing/test-database.ts'],
          include: [
            'engine/duplicates/fingerprint.test.ts',
            'engine/language/dictionary.test.ts',
            'engine/language/tokenise.test.ts',
            'engine/match/cold.test.ts',
            'engine/match/matcher.test.ts',
            'engine/match/message-tokens.test.ts',
            'engine/queries/parse.test.ts',
            'engine/relevance/mention.test.ts',
            'server/features/access/subscriptions/freeze.test.ts',
            'server/features/commerce/cart/price-agreement.test.ts',
            'server/features/commerce/payments/order-events.test.ts',
            'server/features/people/social/safe-redirect-path.test.ts',
            'server/features/reading/feed/filter-agreement.test.ts',
            'server/features/reading/feed/signal-agreement.test.ts',
            'server/gate/attack-guesses.test.ts',
            'server/gate/attack-texts.test.ts',
            'server/gate/fuzz-calls.test.ts',
            'server/kit/run-jobs.test.ts',
            'server/roles/faults.test.ts',
            'server/stream/kill-loop.test.ts',
            'server/stream/plan/choose-searches.test.ts',
            'server/stream/store/clusters.test.ts',
            'web/features/reading/feed/page/feed-updates.test.ts',
          ],
        },
      },
    ],
  },
})
