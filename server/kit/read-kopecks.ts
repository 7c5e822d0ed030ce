import { toKopecks } from '../../rules/money.ts'
import { AppError } from './app-error.ts'

/**
 * A sum in roubles as it travels. The schema cannot ask for whole kopecks: to a computer 1.15 is not 115 times 0.01.
 * @throws VALIDATION_FAILED, with the name of the field, where it has a part of a kopeck
 */
export function readKopecks(name: string, roubles: number): number {
  try {
    return toKopecks(roubles)
  } catch {
    throw new AppError('VALIDATION_FAILED', {
      keyword: 'multipleOf',
      dataPath: `/${name}`,
      params: { multipleOf: 0.01 },
    })
  }
}
