import { useEffect, useRef } from 'react'
import type { Category } from '../../contract/category.ts'
import { tryCategory } from '../../rules/redirects.ts'
import { usePageWish } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { MadeUpSea, Sea } from '../features/site/landing/sea.tsx'
import { AskedSamples } from '../features/watching/categories/asked-samples.tsx'
import type { HomeAsked } from '../features/watching/categories/home-address.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { Stack } from '../kit/ui/components/stack.tsx'
import { useTimeZoneOf } from './time-zone-of.ts'
import { TryFree, TryNote } from './try-free.tsx'
import classes from './who-asks.module.css'

/** What was heard, where there is anything. */
export function WhoAsked() {
  const { data } = useCall('categories', 'listCategorySamples', {}, { staleTime: 600_000 })
  if (!data || data.samples.length === 0) return <MadeUpSea />
  return <Sea samples={data.samples} addressOf={(slug) => `/category/${slug}`} />
}

/** Beside the field, or under it where the screen is narrow: then it comes into sight by itself. */
export function HomeAnswer({ asked }: { asked: HomeAsked }) {
  const { user } = useMe()
  const zone = useTimeZoneOf(user)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight * 0.6) place.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={place} className={classes.answer}>
      <AskedSamples asked={asked} zone={zone}>
        {(category) => <Offer category={category} />}
      </AskedSamples>
    </div>
  )
}

/** What is shown is what anyone who registers here wants to try. */
function Offer({ category }: { category: Category }) {
  usePageWish(category.free ? tryCategory(category.id) : null)
  return (
    <Stack gap={1} align="flex-start">
      <TryFree category={category} size="md" />
      <TryNote free={category.free} />
    </Stack>
  )
}
