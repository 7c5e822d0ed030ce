/** What other parts may ask of tariffs. */
export { findTariff, findTrialTariff, listTariffs, type SoldTariff } from './sold-tariff.ts'
export { isSeen, runsAgainAtSql } from './seen.ts'
