//! Places that everybody shares: how many of them one network may hold, and which item gives way when they
//! are taken.
//!
//! As long as half of the places are free anybody takes one. From then on a network may hold a fraction of
//! them all: the wider the network, the larger the fraction, but never the sum of those inside it. The last
//! places are a reserve. When only the reserve is left, the network that holds the most gives up its oldest
//! item for one that holds less, and the reserve is for networks that hold nothing or very few, and for what comes
//! from no network: games of tournaments, and programs on this machine. What the server itself begins may take half of
//! the places at most.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// The part of all places that an address may hold once half of them are taken, then its /56, then its /48;
/// of IPv4 the /24 stands for both.
const PARTS: [usize; 3] = [16, 8, 4];

/// However few places there are, an address may hold as many.
const LEAST: usize = 2;

/// The part of all places that is the reserve.
const RESERVE: usize = 8;

/// A network that holds a smaller part of all places may take one of the reserve.
const FEW: usize = 256;

/// The networks that an item is counted for, the narrowest first; `N` is an address or the hash of one.
pub(crate) type Holder<N> = [N; 3];

/// Whether there is room for one more item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Room<I> {
    /// A place is free.
    Free,
    /// This item has to give way to it.
    Instead(I),
    /// There is none for this holder.
    None,
}

#[derive(Debug)]
struct Item<I, N> {
    item: I,
    holder: Option<Holder<N>>,
    /// It is counted, and never gives way.
    stays: bool,
    places: usize,
}

/// Items of a kind, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Shares<I, N> {
    next: u64,
    numbers: HashMap<I, u64>,
    items: BTreeMap<u64, Item<I, N>>,
    /// How many places they take, in all and by network.
    taken: usize,
    counts: [HashMap<N, usize>; 3],
}

impl<I, N> Default for Shares<I, N> {
    fn default() -> Shares<I, N> {
        let (numbers, items) = (HashMap::new(), BTreeMap::new());
        Shares { next: 0, numbers, items, taken: 0, counts: [HashMap::new(), HashMap::new(), HashMap::new()] }
    }
}

impl<I: Clone + Eq + Hash, N: Clone + Eq + Hash> Shares<I, N> {
    /// Counts an item; one that comes from no network never gives way.
    pub(crate) fn enter(&mut self, item: I, holder: Option<Holder<N>>) {
        self.enter_so(item, holder, false);
    }

    /// The same of an item that may stay whatever others need.
    pub(crate) fn enter_so(&mut self, item: I, holder: Option<Holder<N>>, stays: bool) {
        self.leave(&item);
        self.count(holder.as_ref(), 1);
        self.numbers.insert(item.clone(), self.next);
        self.items.insert(self.next, Item { item, holder, stays, places: 1 });
        self.next += 1;
    }

    /// An item was used: from now on it is the newest, and may `stay` or not.
    pub(crate) fn renew(&mut self, item: &I, stays: bool) {
        let Some(number) = self.numbers.get_mut(item) else { return };
        let Some(of) = self.items.remove(number) else { return };
        *number = self.next;
        self.items.insert(self.next, Item { stays, ..of });
        self.next += 1;
    }

    /// A number that no item has had.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// How many places are taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// An item takes so many places, at least the one that it was entered with.
    pub(crate) fn widen(&mut self, item: &I, places: usize) {
        let Some(of) = self.numbers.get(item).and_then(|number| self.items.get_mut(number)) else { return };
        let more = places.saturating_sub(of.places);
        of.places += more;
        let holder = of.holder.clone();
        self.count(holder.as_ref(), more);
    }

    fn count(&mut self, holder: Option<&Holder<N>>, places: usize) {
        self.taken += places;
        for (counts, network) in self.counts.iter_mut().zip(holder.into_iter().flatten()) {
            *counts.entry(network.clone()).or_default() += places;
        }
    }

    /// An item is no more.
    pub(crate) fn leave(&mut self, item: &I) {
        let number = self.numbers.remove(item);
        let Some(Item { holder, places, .. }) = number.and_then(|number| self.items.remove(&number)) else {
            return;
        };
        self.taken -= places;
        for (counts, network) in self.counts.iter_mut().zip(holder.iter().flatten()) {
            if let Some(count) = counts.get_mut(network) {
                *count -= places;
                if *count == 0 {
                    counts.remove(network);
                }
            }
        }
    }

    /// How many places the narrowest network of a holder has.
    pub(crate) fn held(&self, holder: &Holder<N>) -> usize {
        self.counts_of(holder)[0]
    }

    fn counts_of(&self, holder: &Holder<N>) -> [usize; 3] {
        std::array::from_fn(|level| self.counts[level].get(&holder[level]).copied().unwrap_or(0))
    }

    /// Whether there is room for one more among `most` in all; 0 is no limit.
    pub(crate) fn room(&self, most: usize, holder: Option<&Holder<N>>) -> Room<I> {
        self.room_of(1, most, holder)
    }

    /// The same for one that takes so many places. If another gives way, there may be too little room yet.
    pub(crate) fn room_of(&self, places: usize, most: usize, holder: Option<&Holder<N>>) -> Room<I> {
        let all = self.taken + places;
        if most == 0 {
            return Room::Free;
        }
        let Some(holder) = holder else {
            let free = if all <= most { Some(Room::Free) } else { None };
            return free.or_else(|| self.gives_way(3, places, None)).unwrap_or(Room::None);
        };
        let held = self.counts_of(holder);
        // Inside the narrowest network that has its part one item gives way to another.
        if let Some(level) = self.full_level(places, most, held) {
            return self.gives_way(level, places, Some(holder)).unwrap_or(Room::None);
        }
        if is_unreserved(all, most) {
            return Room::Free;
        }
        let reserved = (all <= most && holds_few(held, most)).then_some(Room::Free);
        self.gives_way(3, places, Some(holder)).or(reserved).unwrap_or(Room::None)
    }

    /// Whether there is room for one more that the server itself begins, for no network: items of no network
    /// never give way, so they take half of all places at most.
    pub(crate) fn room_for_server(&self, most: usize) -> Room<I> {
        let of_networks: usize = self.counts[2].values().sum();
        if most > 0 && self.taken - of_networks >= most.div_ceil(2) {
            return Room::None;
        }
        self.room(most, None)
    }

    /// The item that gives way where one more comes in any case: of a larger holder, or the holder's own oldest;
    /// `None` if there is room.
    pub(crate) fn in_its_place(&self, most: usize, holder: Option<&Holder<N>>) -> Option<I> {
        match self.room(most, holder) {
            Room::Free => None,
            Room::Instead(item) => Some(item),
            Room::None => {
                let oldest = |level: usize| {
                    let own = |of: &&Item<I, N>| {
                        of.holder.as_ref().map(|of| &of[level]) == holder.map(|holder| &holder[level])
                    };
                    self.items.values().find(own).map(|of| of.item.clone())
                };
                (0..3).find_map(oldest)
            }
        }
    }

    /// Whether there is room for one more without another's giving way to it.
    pub(crate) fn has_room(&self, most: usize, holder: Option<&Holder<N>>) -> bool {
        match holder {
            _ if most == 0 => true,
            Some(holder) => self.may_hold_more(most, self.counts_of(holder)),
            None => self.taken < most,
        }
    }

    /// How many places a network of that level has, if it may have one more among `most`.
    pub(crate) fn held_if_room(&self, most: usize, level: usize, network: &N) -> Option<usize> {
        let mut held = [0; 3];
        held[level] = self.counts[level].get(network).copied().unwrap_or(0);
        self.may_hold_more(most, held).then_some(held[level])
    }

    fn may_hold_more(&self, most: usize, held: [usize; 3]) -> bool {
        let all = self.taken + 1;
        self.full_level(1, most, held).is_none()
            && (is_unreserved(all, most) || all <= most && holds_few(held, most))
    }

    /// The narrowest network that holds so many and may not hold so many more: from half of all places on each has
    /// its part.
    fn full_level(&self, places: usize, most: usize, held: [usize; 3]) -> Option<usize> {
        let is_full = |level: &usize| held[*level] + places > (most / PARTS[*level]).max(LEAST);
        (0..3).filter(|_| self.taken + places > most.div_ceil(2)).find(is_full)
    }

    /// The oldest item of whatever holds the most within the holder's network of that level, or in all, if
    /// the holder then still holds no more with those places.
    fn gives_way(&self, within: usize, places: usize, holder: Option<&Holder<N>>) -> Option<Room<I>> {
        let level = within.checked_sub(1)?;
        let own = holder.map_or(0, |holder| self.counts_of(holder)[level]);
        let inside =
            |of: &Holder<N>| within == 3 || holder.is_some_and(|holder| holder[within] == of[within]);
        let held = self.items.iter().filter(|(_, of)| !of.stays).filter_map(
            |(number, Item { item, holder, .. })| {
                let of = holder.as_ref().filter(|of| inside(of))?;
                let [narrow, middle, wide] = self.counts_of(of);
                Some((
                    [[narrow, 0, 0], [middle, narrow, 0], [wide, middle, narrow]][level],
                    Reverse(*number),
                    item,
                ))
            },
        );
        let (counts, _, item) = held.max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)))?;
        (counts[0] > own + places).then(|| Room::Instead(item.clone()))
    }
}

/// Whether a holder whose networks hold so many may take a place of the reserve.
fn holds_few(held: [usize; 3], most: usize) -> bool {
    held[2] < (most / FEW).max(1)
}

/// Whether so many places leave the reserve alone.
pub(crate) fn is_unreserved(all: usize, most: usize) -> bool {
    all <= most - most / RESERVE
}

#[cfg(test)]
mod tests {
    use super::super::Client;
    use super::*;
    use std::net::IpAddr;

    fn holder(address: &str) -> Holder<IpAddr> {
        Client::at(address.parse().unwrap()).holder().unwrap()
    }

    /// Enters items from ever the next of these addresses, until there is no room for one.
    fn fill(
        shares: &mut Shares<usize, IpAddr>,
        most: usize,
        mut address: impl FnMut(usize) -> String,
    ) -> usize {
        (0..10 * most)
            .take_while(|&n| {
                let holder = holder(&address(n));
                let room = shares.room(most, Some(&holder));
                if room == Room::Free {
                    shares.enter(shares.next as usize, Some(holder));
                }
                room == Room::Free
            })
            .count()
    }

    #[test]
    fn a_network_takes_half_and_then_its_part() {
        for (most, address) in [(160, "2001:db8::"), (160, "192.0.2.7")] {
            let mut shares = Shares::default();
            assert_eq!(fill(&mut shares, most, |_| address.to_owned()), 80);
            // Somebody else still gets the part of one address, and other networks what is left of theirs.
            assert_eq!(fill(&mut shares, most, |_| "2001:db8:1::".to_owned()), 10);
            assert_eq!(fill(&mut shares, most, |n| format!("2001:db8:2:0:{n:x}::")), 10, "one /64");
            assert_eq!(fill(&mut shares, most, |n| format!("2001:db8:3:{:x}::", n % 256)), 20, "one /56");
        }
        let mut shares = Shares::default();
        fill(&mut shares, 160, |n| format!("2001:db8:9:{n:x}00::"));
        assert_eq!(shares.items.len(), 80, "one /48 is one network, whatever it is divided into");
    }

    #[test]
    fn the_reserve_is_for_who_holds_few() {
        let mut shares = Shares::default();
        let most = 1024;
        (0..10).for_each(|network| {
            fill(&mut shares, most, |n| format!("2001:db8:{network}:{n:x}::"));
        });
        assert_eq!(shares.items.len(), most - most / RESERVE);
        let taken = (0..).take_while(|n| {
            let free = shares.has_room(most, Some(&holder("192.0.2.1")));
            free.then(|| shares.enter(most + n, Some(holder("192.0.2.1")))).is_some()
        });
        assert_eq!(taken.count(), most / FEW);
        assert!(shares.has_room(most, Some(&holder("198.51.100.1"))));
    }

    #[test]
    fn the_largest_gives_way_to_who_holds_less() {
        let mut shares = Shares::default();
        let own = holder("198.51.100.1");
        shares.enter(1000, Some(own));
        fill(&mut shares, 80, |n| format!("2001:db8:{:x}:{n:x}::", n / 10));
        assert_eq!(shares.items.len(), 70, "the reserve is left");
        let Room::Instead(oldest) = shares.room(80, Some(&holder("203.0.113.1"))) else { panic!("no room") };
        assert_eq!(oldest, 1, "not the one of a network that holds one");
        assert_eq!(shares.room(80, None), Room::Free, "the reserve is for accounts");
        (0..10).for_each(|n| shares.enter(2000 + n, None));
        assert!(matches!(shares.room(80, None), Room::Instead(oldest) if oldest == 1));
        shares.leave(&1);
        assert_eq!(shares.room(80, None), Room::Free);
        assert_eq!(shares.room(0, Some(&own)), Room::Free, "0 is no limit");
    }

    #[test]
    fn whether_there_is_room_is_the_same_as_which_room_there_is() {
        let mut shares = Shares::default();
        for n in 0..80 {
            // Many of one address, of one /56, of one /48, of many networks, and of none.
            let networks = ["2001:db8::1", "2001:db8:0:1::", "2001:db8:0:100::", "198.51.100.1"];
            let address = networks.get(n % 6).map(|network| (*network).to_owned());
            let of =
                (n % 6 < 5).then(|| holder(&address.unwrap_or_else(|| format!("2001:db8:{:x}::", n + 1))));
            shares.enter(n, of);
            let asked =
                networks.into_iter().chain(["2001:db8:0:2::", "203.0.113.1"]).map(|of| Some(holder(of)));
            for holder in asked.chain([None]) {
                let holder = holder.as_ref();
                let held = holder.map_or(0, |holder| shares.counts_of(holder)[2]);
                let (room, has_room) = (shares.room(80, holder), shares.has_room(80, holder));
                let is_reserved = shares.taken < 80 && held == 0 && matches!(room, Room::Instead(_));
                assert_eq!(has_room, room == Room::Free || is_reserved, "{n} {holder:?} {room:?}");
            }
        }
    }

    #[test]
    fn who_shares_a_network_with_a_flood_takes_a_place_of_the_flood() {
        let mut shares = Shares::default();
        fill(&mut shares, 80, |_| "2001:db8::1".to_owned());
        let Room::Instead(oldest) = shares.room(80, Some(&holder("2001:db8:0:7700::1"))) else {
            panic!("no room")
        };
        assert_eq!(oldest, 0);
        assert_eq!(shares.room(80, Some(&holder("2001:db8::2"))), Room::None, "nor the flood itself");
    }

    #[test]
    fn the_server_itself_takes_half_of_the_places_and_no_more() {
        let mut shares = Shares::default();
        (0..70).for_each(|n| shares.enter(n, Some(holder(&format!("2001:db8:{n:x}::")))));
        let mut gave_way = 0;
        let begun = (1000..1080).take_while(|&n| {
            let room = shares.room_for_server(80);
            if let Room::Instead(item) = &room {
                shares.leave(item);
                gave_way += 1;
            }
            if room != Room::None {
                shares.enter(n, None);
            }
            room != Room::None
        });
        assert_eq!(begun.count(), 10, "a network that holds one item keeps it");
        (0..70).for_each(|n| shares.leave(&n));
        (0..40).for_each(|n| shares.enter(n, Some(holder("2001:db8::"))));
        (1010..1040).for_each(|n| shares.enter(n, None));
        assert_eq!(shares.room_for_server(80), Room::None, "half of the places are taken by no network");
        shares.leave(&1000);
        assert_eq!(shares.room_for_server(80), Room::Free);
        assert_eq!((shares.room_for_server(0), gave_way), (Room::Free, 0), "0 is no limit");
    }

    #[test]
    fn what_stays_is_counted_and_does_not_give_way() {
        let mut shares = Shares::default();
        let own = holder("2001:db8::1");
        (0..40).for_each(|n| shares.enter_so(n, Some(own), true));
        assert_eq!(shares.room(80, Some(&own)), Room::None, "its network has its part");
        (40..70).for_each(|n| shares.enter(n, Some(holder(&format!("192.0.{}.1", n / 3)))));
        let room = shares.room(80, Some(&holder("203.0.113.1")));
        assert!(matches!(room, Room::Instead(42)), "the oldest of three, not of forty that stay: {room:?}");
        shares.renew(&42, false);
        assert_eq!(shares.room(80, Some(&holder("203.0.113.1"))), Room::Instead(43), "it was used last");
    }

    #[test]
    fn an_item_that_takes_several_places_is_counted_as_so_many() {
        let mut shares = Shares::default();
        let (one, two) = (holder("192.0.2.1"), holder("198.51.100.1"));
        shares.enter(0, Some(one));
        shares.widen(&0, 4);
        shares.widen(&9, 4);
        assert_eq!((shares.held(&one), shares.taken), (4, 4));
        assert_eq!(shares.room_of(4, 16, Some(&one)), Room::Free, "half of all");
        assert_eq!(
            shares.room_of(5, 16, Some(&one)),
            Room::None,
            "it holds a quarter, and may not hold more"
        );
        assert_eq!(shares.room_of(2, 16, Some(&two)), Room::Free);
        (1..=7).for_each(|n| shares.enter(n, Some(holder(&format!("203.0.{n}.1")))));
        (8..=9).for_each(|n| shares.enter(n, Some(holder(&format!("203.0.{n}.1")))));
        shares.enter(10, None);
        assert_eq!(shares.taken, 14, "the reserve is left");
        assert_eq!(shares.room_of(2, 16, Some(&two)), Room::Instead(0), "it takes the most places");
        assert_eq!(shares.room_of(4, 16, Some(&two)), Room::None, "it would take as many itself");
        shares.renew(&0, false);
        assert_eq!((shares.held(&one), shares.taken), (4, 14), "it is the newest, and as large");
        shares.leave(&0);
        assert_eq!((shares.held(&one), shares.taken), (0, 10));
        assert_eq!(shares.room_of(2, 16, Some(&two)), Room::Free);
    }

    #[test]
    fn what_has_left_is_not_counted() {
        let mut shares = Shares::default();
        fill(&mut shares, 8, |n| format!("2001:db8:{n:x}::"));
        (0..20).for_each(|n| shares.leave(&n));
        assert!(shares.items.is_empty() && shares.numbers.is_empty());
        assert!(shares.counts.iter().all(HashMap::is_empty), "nothing is kept of who has gone");
    }
}
