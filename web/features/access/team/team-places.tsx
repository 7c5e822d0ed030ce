import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MembershipCard, PlacesInTeam } from '../../../../contract/access/team.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { freeInWords, isUrgent, nextInWords, placesInWords } from './places-in-words.ts'
import classes from './team-places.module.css'

/** Of more places than this a bar says more than dots. */
const DOTS = 12

export const MORE_PLACES = '/order?type=team'

export interface TeamPlacesProps {
  places: PlacesInTeam
  cards: readonly MembershipCard[]
  now: Date
  /** Writes a moment as a day. */
  day: (at: string) => string
  /** Stands in place of the picture while no places are paid for. */
  ended: ReactNode
}

/** How many places there are, how many of them are taken, and what changes next. */
export function TeamPlaces({ places, cards, now, day, ended }: TeamPlacesProps) {
  const next = nextInWords(cards, places, day)
  const urgent = isUrgent(cards, places, now)
  if (places.total === 0) return ended
  const free = freeInWords(places)
  return (
    <Card aria-label="Места в команде">
      <Stack gap={3}>
        <Row gap={[2, 4]} align="center" justify="space-between">
          <Row gap={[1, 4]} align="center">
            <Picture places={places} invited={cards.filter(({ status }) => status === 'pending').length} />
            <p>
              <b>{placesInWords(places)}</b>
              {free !== null && <span className={typography.note}> · {free.toLowerCase()}</span>}
            </p>
          </Row>
          {places.total !== null && (
            <Button component={Link} to={MORE_PLACES} variant="default" size="sm">
              Больше мест
            </Button>
          )}
        </Row>
        {next !== null && !urgent && <p className={typography.note}>{next}</p>}
        {next !== null && urgent && (
          <AlertBox
            tone="warn"
            action={
              <Button component={Link} to={MORE_PLACES} variant="default" size="sm">
                Продлить
              </Button>
            }
          >
            {next}
          </AlertBox>
        )}
      </Stack>
    </Card>
  )
}

/** A dot for each place; the words beside it say the same. @param invited of those taken so many wait for an answer */
function Picture({ places: { total, taken }, invited }: { places: PlacesInTeam; invited: number }) {
  if (total === null) return null
  const most = Math.max(total, taken)
  if (most > DOTS) {
    return (
      <span className={classes.bar} aria-hidden="true">
        <span
          className={classes.filled}
          data-over={taken > total || undefined}
          style={{ width: `${Math.min(100, (taken / total) * 100)}%` }}
        />
      </span>
    )
  }
  const stateOf = (place: number): string => {
    if (place >= total) return 'over'
    if (place >= taken) return 'free'
    return place >= taken - invited ? 'invited' : 'taken'
  }
  return (
    <span className={classes.dots} aria-hidden="true">
      {Array.from({ length: most }, (_, place) => (
        <span key={place} className={classes.dot} data-state={stateOf(place)} />
      ))}
    </span>
  )
}
