import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../../kit/clock.ts'
import { openTown, PASSWORD, type Town, type Townsman } from '../../people/town.ts'
import { openBrowser } from './browser.samples.ts'
import { forgetGuestCarts } from './guest-cart.ts'

let town: Town
let vets: number
let video: number
beforeAll(async () => {
  town = await openTown()
  ;[vets, video] = [await town.categoryId('vets'), await town.categoryId('video')]
})
afterAll(() => town.close())

let people = 0
let anna: Townsman
let guest: ReturnType<typeof openBrowser>
beforeEach(async () => {
  people += 1
  anna = await town.customer(`anna-${people}`)
  guest = openBrowser(town)
})

const signIn = () => guest.asks('accounts', 'login', { email: anna.email, password: PASSWORD })
const itemsOf = async (person: Townsman) => (await person.asks('cart', 'getCart', {})).cart.items
const guestCarts = () => town.db.selectFrom('carts').select('id').where('userId', 'is', null).execute()

describe('a guest who signs in', () => {
  it('finds what he chose a moment ago, instead of what he chose before', async () => {
    await anna.asks('cart', 'setCartItems', { value: [vets] })
    await guest.asks('cart', 'setCartItems', { value: [video] })
    await guest.asks('cart', 'updateCart', { tariff: await town.tariffId('category-year') })
    await signIn()
    expect((await anna.asks('cart', 'getCart', {})).cart).toMatchObject({
      items: [video],
      tariff: await town.tariffId('category-year'),
    })
    expect(guest.cookies.cart).toBeUndefined()
    expect(await guestCarts()).toEqual([])
  })

  it('has a cart when he had none, also of something that is no category', async () => {
    await guest.asks('cart', 'updateCart', { tariffDetails: { product: 'group', type: 'trial' } })
    await signIn()
    expect((await anna.asks('cart', 'getCart', {})).cart.tariffDetails).toEqual({ product: 'group', type: 'trial' })
  })

  it('finds his own when he chose nothing, or took everything out again', async () => {
    await anna.asks('cart', 'setCartItems', { value: [vets] })
    await signIn()
    expect(await itemsOf(anna)).toEqual([vets])
    await guest.asks('accounts', 'logout', {})
    await guest.asks('cart', 'addCartItem', { id: video })
    await guest.asks('cart', 'removeCartItem', { id: video })
    await signIn()
    expect(await itemsOf(anna)).toEqual([vets])
    expect(await guestCarts()).toEqual([])
  })

  it('takes nothing along when he cannot sign in', async () => {
    await guest.asks('cart', 'addCartItem', { id: video })
    await guest.asks('accounts', 'login', { email: anna.email, password: 'не тот пароль' })
    expect(await itemsOf(anna)).toEqual([])
    expect(await guest.asks('cart', 'getCart', {})).toMatchObject({ result: { cart: { items: [video] } } })
  })

  it('brings it into one account only, whoever else signs in with the same cookie at once', async () => {
    const boris = await town.customer(`boris-${people}`)
    await guest.asks('cart', 'addCartItem', { id: video })
    const copy = openBrowser(town)
    Object.assign(copy.cookies, guest.cookies)
    await Promise.all([signIn(), copy.asks('accounts', 'login', { email: boris.email, password: PASSWORD })])
    expect([...(await itemsOf(anna)), ...(await itemsOf(boris))]).toEqual([video])
  })

  it('has an empty cart of a guest again after signing out', async () => {
    await guest.asks('cart', 'addCartItem', { id: video })
    await signIn()
    await guest.asks('accounts', 'logout', {})
    expect(await guest.asks('cart', 'getCart', {})).toMatchObject({ result: { cart: { items: [] } } })
    expect(await itemsOf(anna)).toEqual([video])
  })
})

it('the cart of a guest who stays away for a month is forgotten, and that of a person is not', async () => {
  await town.db.deleteFrom('carts').execute()
  await guest.asks('cart', 'addCartItem', { id: video })
  await anna.asks('cart', 'addCartItem', { id: vets })
  town.clock.advance(30 * DAY)
  await forgetGuestCarts(town.db, town.clock)
  expect(await guestCarts()).toHaveLength(1)
  town.clock.advance(1)
  await forgetGuestCarts(town.db, town.clock)
  expect(await guestCarts()).toEqual([])
  expect(await itemsOf(await town.customer('later'))).toEqual([])
  expect(await town.db.selectFrom('carts').select('items').where('userId', '=', anna.userId).execute()).toEqual([
    { items: [vets] },
  ])
})
