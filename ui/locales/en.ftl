### English. Every text that people read.
###
### A text about what the engine says has the id of its kind and the engine's own word: reason-NOT_YOUR_TURN, news-laid,
### line-undercut, ended-knock, option-target (with -about and one per value: option-target-150, option-opening-none,
### option-knock_in_last_turns-yes / -no).
### Short words, no jargon: an eight-year-old and their grandmother read this aloud to each other.

## what several screens say

game-name = Manipulation
cards = { $number ->
    [one] 1 card
   *[other] { $number } cards
}
points = { $number ->
    [one] 1 point
   *[other] { $number } points
}
close = Close
ok = OK
cancel = Cancel
back = Back

## reasons: why a tap did nothing, and what would help

reason-NOT_YOUR_TURN = It is not your turn yet.
reason-ROUND_OVER = This round is over.
reason-GAME_OVER = This game is over. You can start a new one.
reason-NOT_SEATED = You do not sit at this table. Scan the code again to sit down.
reason-BAD_PLAYER_COUNT = There are too few or too many players for these rules.
reason-JOKER_NOT_IN_RULESET = This game has no jokers.
reason-TOO_FEW_CARDS = At least three cards must lie together. Add one more.
reason-TOO_FEW_CARDS-one = At least three cards must lie together. Add two more, or put it elsewhere.
reason-JOKER_UNDECLARED = Say which card the joker stands for: pick this pile and choose below.
reason-TOO_MANY_JOKERS = There are too many jokers together. Take one of them out.
reason-GROUP_DUPLICATE_CARD = The same suit is here twice. In a group every suit is different.
reason-SEQUENCE_MIXED_SUITS = A sequence has one suit only. Take the other suit out.
reason-NOT_A_MELD = These cards do not belong together: it takes one rank, or one suit in order.
reason-SEQUENCE_REPEATS_CARD = The same card is here twice. Take one out.
reason-ACE_LOW_NOT_ALLOWED = In this game an ace comes after the king, not before the 2.
reason-AROUND_THE_CORNER = A sequence cannot go on from the ace to the 2. Split it at the ace.
reason-NOT_CONSECUTIVE = A card is missing in this sequence. Fill the gap or split it.
reason-CARD_NOT_IN_HAND = That card is not in your hand any more.
reason-JOKER_LEFT_TABLE = The joker must stay on the table. Use it in another pile.
reason-CARD_LEFT_TABLE = Cards from the table must stay on the table. Give each one a place.
reason-NO_CARD_FROM_HAND = Lay at least one card from your hand, or start over.
reason-NO_CARD_FROM_HAND-draw = Lay at least one card from your hand, or start over and draw.
reason-NO_CARD_FROM_HAND-done = Lay at least one card from your hand, or start over and tap Done.
reason-JOKER_IDENTITY_CHANGED = This joker keeps its card until the real card is on the table.
reason-OPENING_NEEDS_OWN_MELD = The first time you lay, three cards that belong together must come from your own hand.
reason-MUST_DRAW_FIRST = Draw a card first.
reason-MELD_AFTER_THIRD_DRAW = After the third card you may not lay. Tap Done; your cards wait for your next turn.
reason-ALREADY_MELDED = You have laid already in this turn. Tap Done.
reason-DRAW_AFTER_MELD = You have laid already, so you cannot draw any more. Tap Done.
reason-NO_MORE_DRAWS = You have drawn all you may. Tap Done.
reason-STOCK_EMPTY = There are no cards left to draw.
reason-MUST_MELD_OR_DRAW = Lay a card from your hand, or draw another one.
reason-TURN_NOT_COMPLETE = Your turn is not finished yet: lay a card, or draw on.
reason-NO_KNOCK_IN_LAST_TURNS = In the last lap nobody can knock.
reason-KNOCK_TOO_MANY_POINTS = You can knock with five points or fewer in your hand.
reason-NO_KNOCK_IN_RULESET = There is no knocking in this game.
reason-MUST_PLAY_IF_ABLE = You have a card that fits, so you cannot draw now. Have another look.
reason-DONE_WINS = No cards left: Done wins the round.
reason-MUST_PLAY_OR_DRAW = Lay a card, or draw one.
reason-NO_PASSING_IN_RULESET = You cannot pass in this game.
reason-NOTHING_PICKED = Tap a card first.
reason-NO_SUCH_PLACE = That place has changed. Pick again.
reason-NOT_LAID_THIS_TURN = Only cards that you laid in this turn can go back to your hand.
reason-JOKER_KEEPS_CARD = The joker keeps its card until the real one is on the table.
reason-NO_ARRANGEMENT = These cards make no groups or sequences by themselves.
reason-NOTHING_TO_UNDO = There is nothing to take back.
reason-NOTHING_TO_REDO = There is nothing to do again.
reason-NO_PLAY_FOUND = No card of yours fits now. You can draw.
reason-NO_PLAY_FOUND-done = No card of yours fits now. Tap Done to pass.
reason-ROUND_RUNNING = A round is being played. Wait until it is over.
reason-TABLE_LOCKED = This table is locked. Ask the host to unlock it; you can watch meanwhile.
reason-NOTHING_RUNS = No game is being played at this table.
reason-TABLE_FULL = All chairs are taken. You can watch instead.
reason-BAD_NAME = Type a name with 1 to 20 letters.
reason-BAD_OPTION = That rule does not exist here.
reason-TOO_LATE_TO_REDEAL = Somebody has laid cards already. Whoever came late plays in the next round.
reason-NOBODY_WAITING = Nobody is waiting to play.
reason-HELP_IS_OFF = There are no hints at this seat. The star brings them.
reason-PROPOSAL_OPEN = Something like that has been asked already. Answer that first.
reason-NOT_AGREED = Not enough people have agreed yet.
reason-DEVICE_HAS_AGREED = Somebody on this device has agreed already. One more device must.
reason-NOBODY_TO_ASK = Nobody is there who could be asked.
reason-NO_PROPOSAL = That question has been answered already.
reason-SEAT_IS_HELD = Somebody sits on this chair.
reason-SEAT_WAS_GIVEN = This form has given a seat already, and its phone has it. Scan the code again to sit down here too.
reason-COMPUTER_PLAYS = The computer plays for you. Tap Take back to play yourself.
reason-STALE = Something happened just before you tapped. Look again, then tap.

## news: what happened last, for everybody

news-joined = { $name } sat down.
news-left = { $name } left the table.
news-dealt = { $name } dealt the cards.
news-drew = { $number ->
    [1] { $name } drew a card.
    [2] { $name } drew a second card.
   *[other] { $name } drew card number { $number }.
}
news-laid = { $name } laid { $number ->
    [one] 1 card
   *[other] { $number } cards
}, { $left } left.
news-ended = { $name }’s turn is over.
news-passed = { $name } passed.
news-skipped = { $name }’s turn was skipped.
news-knocked = { $name } knocked!
news-last_turns = The last card is drawn: last lap.
news-out = { $name } has no cards left!
news-exhausted = The cards ran out.
news-blocked = Nobody can play any more.
news-time_up = Time was up for { $name }.
news-computer_plays = The computer plays for { $name } now.
news-plays_again = { $name } plays again.
news-taken_over = { $name } took over a free seat.
news-gave_up = { $name } left; the computer plays on.
news-freed = { $name }’s seat is free now; { $others } wanted it so.
news-seat_letters = { $name } plays on another phone now.
news-seat_consent = { $name }’s seat is on another phone now; { $others } agreed.
news-seat_host = { $name }’s seat was given to another phone from the laptop.
news-seat_taken_back = { $name } plays on the first phone again.
news-ended_early = The game was ended.
news-host_lock = The host locked the table: nobody new can sit down.
news-host_unlock = The host unlocked the table.
news-host_remove = The host took { $name }’s seat away.
news-host_end_round = The host ended the round: nobody gets points for it.
news-host_deal_again = The host had this round dealt again.
news-host_end_game = The host ended the game.
news-host_close = The host closed this table.
news-game_won = { $name } won the game!

# what only the player who drew is told, by a voice that reads the screen
you-drew = You drew: { $cards }.

# what a voice says of a step of building, to whoever built it
heard-put = { $cards } put to { $place }.
heard-new = New: { $cards }.
heard-back = Back in your hand: { $cards }.
heard-undone = Undone: { $what }
heard-sequence = the sequence { $first } to { $last }
heard-group = the group { $cards }
heard-pile = a pile of { $number }

## how a round ended, and the lines of the score sheet

ended-knock = { $name } knocked.
ended-out = { $name } went out.
ended-exhausted = The cards ran out.
ended-blocked = Nobody could play any more.
line-difference = { $other }: { $theirs }{ "\u00A0" }−{ "\u00A0" }{ $own }
line-undercut = undercut { $other }
line-out = went out
line-shared = shared by { $count }
line-penalty = left in the hand
line-target_bonus = reached { $target }
line-round_bonus = { $count ->
    [one] won 1 round
   *[other] won { $count } rounds
}

## house options: a name, what it means, and a word for each value

option-target = How long a game is
option-target-about = The game ends when somebody has this many points.
option-target-50 = 50 points: short
option-target-100 = 100 points
option-target-150 = 150 points
option-target-200 = 200 points
option-target-300 = 300 points: long
option-round_bonus_to = 25 extra for each round won
option-round_bonus_to-about = Added up when the game is over.
option-round_bonus_to-others = For those who did not reach the target
option-round_bonus_to-everyone = For everybody
option-joker_replacement = Freeing a joker
option-joker_replacement-about = Which real card may take the place of a joker.
option-joker_replacement-table_wide = One from your hand or from the table
option-joker_replacement-from_hand_only = Only one from your hand
option-joker_group_any_missing_suit = Swapping a joker in a group of three
option-joker_group_any_missing_suit-about = In a group such as 8♠ 8♥ and a joker, two suits are missing.
option-joker_group_any_missing_suit-no = Only the card that was named frees it
option-joker_group_any_missing_suit-yes = Any missing suit frees it
option-max_jokers_per_meld = Jokers together
option-max_jokers_per_meld-about = How many jokers may lie in one group or sequence.
option-max_jokers_per_meld-1 = One
option-max_jokers_per_meld-2 = Two
option-opening = The first time you lay
option-opening-about = What you need before you may use the cards on the table, in every round.
option-opening-none = Anything goes
option-opening-own_meld = A group or sequence from your own hand
option-knock_in_last_turns = Knocking in the last lap
option-knock_in_last_turns-about = When the cards have run out, everybody has one more turn.
option-knock_in_last_turns-no = Not allowed
option-knock_in_last_turns-yes = Allowed
option-tie_nonknockers = Two beat the player who knocked
option-tie_nonknockers-about = Both hold the same points, and fewer than the player who knocked.
option-tie_nonknockers-all_full = Both score in full
option-tie_nonknockers-split = They share the points
option-tie_exhaustion = Two are best when the cards run out
option-tie_exhaustion-about = Both hold the same points.
option-tie_exhaustion-all_full = Both score in full
option-tie_exhaustion-split = They share the points
option-tie_exhaustion-nobody = Nobody scores
option-draw = When you may draw
option-draw-about = You draw when you have nothing to lay.
option-draw-strict = The game checks that nothing fits
option-draw-claim = Your word is enough
option-table_cards = Cards while somebody builds
option-table_cards-about = What the others see before Done is tapped.
option-table_cards-face_down = Face down until Done
option-table_cards-as_laid = Open at once

## house

game-about = The card game for a big table and the phones around it.

# no connection
connection-first = Connecting…
connection-lost = Reconnecting…
connection-safe = Nothing is lost.
connection-long = Is the computer with the game still on, and your Wi-Fi?
connection-stuck = Not connected yet
connection-stuck-about = Is this device on the same Wi-Fi as the computer with the game, and is the game running there?
connection-stuck-data = If it stays like this, allow site data for this address in the browser, or use another one.
connection-again = Load again
wrong-address = The game does not know this name
wrong-address-about = The computer with the game answers here:
too-old = This browser is too old to play
too-old-about = Open this address in another browser that is up to date: Chrome, Edge, Firefox or Safari. With this one you can watch.
too-old-watch = Watch the table
no-script = This game needs JavaScript. Please allow it for this address.
offline-title = The game is not there right now
offline-about = This page comes back by itself as soon as it is.

# links that lead nowhere
lost-page = There is nothing here
lost-page-about = Scan the code on the big screen again, or type the four letters below.
lost-table = There is no table { $code }
lost-table-about = Perhaps a letter is wrong, or the table is closed. Type the four letters from the big screen.
lost-seat = This seat is not taken any more
lost-seat-about = Somebody freed it, or the link is old. Sit down again with the four letters from the big screen.
code-label = The four letters of your table
code-go = Go
table-free = nobody yet
choose-title = Which table?
choose-about = The four letters stand beside the big code on the TV or the laptop.

# sitting down
join-title = Sit down to play
join-name = Your name
join-who = At the table: { $names }
join-size = How big should your cards be?
size-small = Normal
size-medium = Big
size-large = Huge
join-more = Left hand, colours
join-left-hand = I play with my left hand
join-colours = Colours of the cards
colours-four = Four
colours-two = Two
join-sit = Sit down
join-late = A round is being played. You get cards in the next one, and can watch until then.
join-watch = Just watch
invite-locked = The host has locked this table
invite-locked-about = Nobody new can sit down now. With the code you can watch.
join-locked = This table is locked
join-locked-about = The host lets nobody new sit down now. You can watch, on this phone too.
join-full = All chairs are taken
join-full-about = You can watch, on this phone too.
wait-chair = One moment, please
wait-chair-about = { $seconds ->
    [one] Many people are sitting down just now. Try again in { $seconds } second.
   *[other] Many people are sitting down just now. Try again in { $seconds } seconds.
}

wait-table = One table after the other
wait-table-about = { $seconds ->
    [one] A table was opened just now. Try again in { $seconds } second.
   *[other] A table was opened just now. Try again in { $seconds } seconds.
}
free-tables = There are free tables
free-tables-about = Nobody sits there yet, so you need not open another one.
free-tables-sit = Sit down at table { $code }
wait-letters = One moment, please
wait-letters-about = { $seconds ->
    [one] Letters were tried many times just now. Try again in { $seconds } second.
   *[other] Letters were tried many times just now. Try again in { $seconds } seconds.
}
letters-wait = { $seconds ->
    [one] Try again in { $seconds } second.
   *[other] Try again in { $seconds } seconds.
}

# several people on one device
hands-one = { $name } plays on this device
hands-which = Whose hand shall be opened?
hands-about = You can share a device: only one hand is open at a time. Hand it on, then open yours.
hands-open = Open { $name }’s hand
hands-too = Somebody else plays on this device too
hands-beside = On this device: { $names }. “Seats and table” leads from hand to hand.
hands-ask = One more player on this device?
hands-ask-about = { $names } play on it already, so the host is asked: the answer is given on the computer that runs the game. Then try again.
hands-again = Try again
hands-switch = This is { $name }’s hand: open another
hands-wish = One more player on the device of { $names }?
hands-allow = Allow it
hands-refuse = No

# a seat's page
seat-window = { $name } · Manipulation
late-title = You play in the next round
late-about = Until then you can watch.
late-leave = Leave
gone-title = Your seat is free now
gone-about = Somebody at the table freed it, or you left. You can sit down again.
gone-again = Sit down again
gone-same = Back to { $name }’s seat ({ $points })
gone-new = Take a new seat

# the waiting room
lobby-waiting = Waiting: { $there } of { $least } players
lobby-ready = { $number } players, ready to start
lobby-invite = Invite
lobby-screen-on = Tip: set your phone’s screen to stay on for 5 minutes.
chair-mine = { $name }, your chair
chair-away = { $name }, not here right now
chair-you = you
chair-gone = away
chairs-about = Tap two chairs to swap them: left here is left on the sofa. Tap yours for name and help.
chairs-alone = Show the code to the others: tap Invite. Or play against the computer.
chairs-swap = Tap another chair to swap, or:
chair-rename = Change name
chair-leave = Leave the table
chair-remove = Free this chair
rename-other = Name
rename-title = Change the name
rename-save = Save
leave-title = Leave the table?
leave-about = Your chair is free for somebody else then.
leave-yes = Yes, leave
remove-title = Free { $name }’s chair?
remove-about = For somebody who sat down twice, or is not coming.
remove-yes = Yes, free { $name }’s chair
invite-title = Scan to sit down
qr-name = Code that opens { $address }
same-wifi = Point a phone’s camera at it. It must be in the same Wi-Fi.
rules-choose = Which game?
rules-classic = Classic
rules-classic-about = Draw, lay, rebuild the table, knock.
rules-classic-facts = { $least }–{ $most } players · 10 cards · jokers · most points win
rules-penalty = Penalty
rules-penalty-about = Get rid of all your cards first.
rules-penalty-facts = { $least }–{ $most } players · 7 cards · fewest points win
rules-read = How to play
house-rules = House rules
house-rules-changed = House rules ({ $number } changed)
house-rules-title = House rules for { $rules }
house-rules-about = Whatever you tap here holds for everybody at this table.
house-rule-line = { $rule }: { $value }
start = Start
start-ready = Everybody here? Tap Start.
start-too-few = { $number ->
    [one] { $rules } needs one more player.
   *[other] { $rules } needs { $number } more players.
}
start-too-many = These rules are for { $most } players at most.
starting-first = { $name } starts the game
starting-next = { $name } starts the next round
starting-again = { $name } starts a new game
starting-redeal = { $name } deals again, with { $late }
starting-stop = Stop
redeal-title = { $names } came late. Deal again, so that everybody plays?
redeal-yes = Deal again
redeal-no = Play on
practice-title = Try it while you wait
practice-pick = Tap a card from your hand.
practice-put = It is picked. Now tap the place where it goes.
practice-wrong = This one fits nowhere now. Tap it again to put it down, then try 8♥.
practice-undo = There it lies! Undo takes it back.
practice-done = That is all you need: tap a card, tap a place.
practice-undo-button = Undo
practice-chip = 5–8♥

# the rules
rules-title = How to play { $rules }
rule-goal = What you want
rule-melds = What belongs together
rule-turn = Your turn
rule-table = The table belongs to all
rule-joker = Jokers
rule-knock = Knocking
rule-draw = Drawing
rule-round = The end of a round
rule-game = The end of the game
rule-classic-goal = Get rid of your cards. The player with the fewest points in hand wins the round and gets points from the others. At { $target } points the game is over, and the most points win.
rule-classic-melds = A group: three or four cards of one rank, each of another suit, like 8♠ 8♥ 8♦. A sequence: three or more cards of one suit in order, like 4♥ 5♥ 6♥. An ace comes before the 2 or after the king.
rule-classic-turn = Draw a card. Lay cards if you like. If you lay nothing, draw a second one, and if you still lay nothing, a third. After the third card you cannot lay in this turn. Tap Done when you are ready.
rule-classic-table = You may take apart and rebuild everything that lies there. At least one card from your hand must be added, none may be taken away, and in the end everything must lie in groups and sequences again.
rule-classic-joker = A joker stands for a card that you name, and keeps it. Whoever lays the real card frees the joker and uses it again at once.
rule-classic-knock = With five points or fewer in your hand you may knock after your turn: the round ends at once. If somebody holds as few as you or fewer, they win it, with 10 points extra.
rule-classic-round = The round also ends when somebody has no cards left (25 points extra), or when the cards run out and everybody had one more turn. Points in hand: joker 25, king, queen and jack 10, ace 1, others what they show.
rule-classic-game = When somebody has { $target } points the game ends: 100 points extra for reaching them, and for the others 25 for each round won.
rule-penalty-goal = Be the first without cards. All others get penalty points for what they hold; the fewest points win the game.
rule-penalty-melds = A group: three or four cards of one rank, each of another suit, like 8♠ 8♥ 8♦. A sequence: three or more cards of one suit in order, like 4♥ 5♥ 6♥. An ace comes after the king only.
rule-penalty-turn = Lay at least one card. You may lay as many as you like.
rule-penalty-table = You may take apart and rebuild everything that lies there. At least one card from your hand must be added, none may be taken away, and in the end everything must lie in groups and sequences again.
rule-penalty-draw = Only when no card of yours fits you draw, one card after the other, until one does.
rule-penalty-round = When somebody lays their last card the round is over. Points for the others: ace 15, ten, jack, queen and king 10, all others 5.
rule-penalty-game = When somebody has { $target } points the game ends.

# what the pictures beside the rules show, for those who do not see them
example-right = Allowed: { $after }.
example-wrong = Not allowed: { $after }.
example-turn = On the table: { $before }. From your hand: { $hand }. Then there lies: { $after }.
example-wrong-turn = Not allowed. On the table: { $before }. From your hand: { $hand }. There may not lie: { $after }.

# the laptop
host-phones = { $number ->
    [0] No phone has reached this computer yet
    [one] 1 phone has reached this computer
   *[other] { $number } phones have reached this computer
}
host-no-table = Open a table to begin.
host-join = Scan with your phone to sit down
same-wifi-here = The phones must be in the same Wi-Fi as this computer.
host-only-here = This computer is in no network: only it can play.
host-other-address = That does not open? Try another address
host-who = At the table
host-free = free chair
host-nobody = As soon as two sit here, anybody starts the game on their phone.
host-start = Anybody can start the game on their phone.
host-tv = The big screen
host-open-tv = Open the table window
host-how = How does it get onto the TV?
how-cast = Open the table window and cast its tab: in the browser’s menu, Cast.
how-browser = Or open { $address } in the TV’s own browser, or in that of a stick or box in the TV.
how-cable = Or plug a cable from this computer into the TV.
how-airplay = Or from a Mac to an Apple TV: Screen Mirroring in the menu bar, then the table window.
how-miracast = Or from Windows: press the Windows key and K and choose the TV, then the table window.
how-full = In the table window, “Full screen” or the F key fills the screen.
how-warning = Show the table window on the TV, never a phone that plays: everybody would see its cards.
host-another = Open another table
host-open = Open a table
host-set-aside = { $number ->
    [one] Table { $codes } cannot be read. It is kept as it is, and the others are open.
   *[other] The tables { $codes } cannot be read. They are kept as they are, and the others are open.
}
host-begins-anew = The games that were kept on this computer are gone: their file is not there any more. If nobody took it away on purpose, stop the game and put a copy back; the window in which it was started says how.
host-more-tables = Other tables
host-link-new = The program was started again: the link for the host is new. It stands in the terminal (or: main.py --host-link).
host-title = The host’s laptop
host-about = Whoever runs the evening can look after the tables here. The window in which the game was started shows the link for it.
host-secret = The link, or what stands behind its #
host-go = Be the host here
host-tools = For the host
host-look-after-one = Look after table { $code }
host-look-after = Look after this table
host-sheet = Table { $code }
host-seats = Seats
host-table = The whole table
host-computer = The computer plays
host-give = To another phone
host-give-name = Bring { $name }’s seat to another phone
host-give-about = Whoever scans this or types the letters plays on in this seat, with its cards; the phone that had it does no more. The letters are good for { $minutes } minutes. Everybody hears of it.
host-remove = Remove
host-remove-name = Remove { $name }
host-remove-ask = Take { $name }’s seat away?
host-remove-goes = The chair goes. Everybody hears that the host did it.
host-remove-plays = The computer plays { $name }’s cards on, and somebody else may take the seat over. Everybody hears that the host did it.
host-remove-yes = Remove
host-lock = Lock the table
host-lock-ask = Lock the table?
host-lock-about = Nobody new can sit down or ask for a seat; whoever sits here plays on. Somebody who has lost their phone gets their seat back from you. Everybody hears of it.
host-lock-yes = Lock it
host-unlock = Unlock the table
host-unlock-ask = Unlock the table?
host-unlock-about = Anybody can sit down again, or ask for a seat. Everybody hears of it.
host-unlock-yes = Unlock it
host-deal-again = Deal this round again
host-deal-again-ask = Deal this round again?
host-deal-again-about = All cards are taken back and dealt anew, also to those who came late. What was played of this round counts for nothing. Everybody hears that the host did it.
host-deal-again-yes = Deal again
host-end-round = End this round
host-end-round-ask = End this round?
host-end-round-about = Nobody gets points for it, and no hand is shown. The next round can be dealt at once. Everybody hears that the host did it.
host-end-round-yes = End the round
host-end-game = End the game
host-end-game-ask = End the game?
host-end-game-about = Whoever leads by the finished rounds wins; the running round does not count. Everybody hears that the host did it.
host-end-game-yes = End the game
host-close = Close this table
host-close-ask = Close this table for good?
host-close-about = The table and all its games are deleted; nobody can bring them back. Everybody here is told that the host did it.
host-close-yes = Close it
host-wrong = That link is not valid any more: each start of the game has its own. Look at the window in which it was started, or run it there with --host-link.
help-title = A phone does not get here?
help-wifi = Is it in the same Wi-Fi as this computer?
help-mobile = Turn off mobile data for a moment.
help-guest = Guest Wi-Fi often keeps devices apart: use the main one.
help-firewall = This computer may ask whether to allow connections: allow them at home.

## play: the cards

card-name = { $rank } of { $suit }
card-joker = joker
card-joker-standing = joker standing for { $card }
card-joker-open = joker, its card is still open
card-face-down = card lying face down
card-laid = { $card }, laid this turn
card-added = { $card }, new on the table
card-new = { $card }, new in your hand
card-moved = { $card }, moved
rank-1 = ace
rank-2 = two
rank-3 = three
rank-4 = four
rank-5 = five
rank-6 = six
rank-7 = seven
rank-8 = eight
rank-9 = nine
rank-10 = ten
rank-11 = jack
rank-12 = queen
rank-13 = king
rank-short-1 = A
rank-short-11 = J
rank-short-12 = Q
rank-short-13 = K
suit-S = spades
suit-H = hearts
suit-D = diamonds
suit-C = clubs

## play: the screen

your-turn = Your turn
turn-played = Computer plays
turn-of = { $name }’s turn
turn-building = { $name } is building
round-over = The round is over
then = then { $name }
then-you = then you
drawn = { $number } drawn
drawn-of = { $number } of { $most } cards drawn
laid-from-hand = { $count } from hand
stock-left = { $number ->
    [one] 1 card left to draw
   *[other] { $number } cards left to draw
}
last-lap = Last lap
the-players = Players
player-away = away
player-dealer = dealer
player-you = you
player-waiting = plays next round
penalty-score = { $number ->
    [one] 1 penalty point
   *[other] { $number } penalty points
}

the-table = Table
the-bench = Not finished yet
table-empty = Nothing lies on the table yet. Three cards that belong together can start it.
pile = Cards
pile-group = Group of { $number }
pile-sequence = Sequence of { $number }
in-group = in a group of { $number }
in-sequence = in a sequence of { $number }
in-unfinished = in an unfinished pile of { $number }
pile-unfinished = Unfinished, { $note }
pile-refused = not right yet
plan-only-you = Your plan. Only you see this.
note-one-more = one more
note-two-more = two more
note-joker = find it a place
note-which-card = ★ is which card?
note-not-yet = not a meld yet

your-hand = Your hand
uncover = Tap to show your cards

place-bar = Where the picked cards can go
clear-picks = Let go of the picked cards
new-pile = New
more = More
more-places = More places
make-a-meld = These go together. Tap New.
no-place = No place for just these yet. Pick more, or tap New.
place-join = Onto { $letter }: { $cards }
place-split = Split { $letter }: { $cards }
place-swap = Take the joker from { $letter }: { $cards }
place-new = New: { $cards }

now-draw = Draw a card to begin.
now-pick-or-draw = Tap cards that belong together, or draw another one.
now-pick-or-done = Tap cards that belong together, or tap Done.
now-done = Build on, or tap Done to end your turn.
now-third = That was your third card: no laying now. Tap Done.
now-third-knock = { $points ->
    [0] No points: Knock or Done. After the third card nothing is laid.
    [one] 1 point: Knock or Done. After the third card nothing is laid.
   *[other] { $points } points: Knock or Done. After the third card nothing is laid.
}
now-knock = { $points ->
    [0] No points left: Build on, Knock or Done.
    [one] 1 point left: Build on, Knock or Done.
   *[other] { $points } points left: Build on, Knock or Done.
}
now-wins = No cards left: Done wins the round.
now-lay-fitting = Lay the card that fits.
now-claim-or-draw = Lay a card if you can, or draw.
now-last-lap = Last lap! Lay what you can, then tap Done.
now-play-or-draw = Lay a card if one fits, or draw until one does.
now-play-or-pass = Lay a card if one fits. If none does, tap Done to pass.
now-finish-piles = Finish the piles that lie aside, then tap Done.
now-naming = Now tap the pile to put them on.
now-next-round = You play from the next round on.
now-planning = This is your plan. Nobody else sees it.
plan-cut-rest = { $name } changed that meld; the rest of your plan stands.
plan-cut-all = { $name } changed that meld. Your plan does not fit any more.
now-building = { $name } is playing the last turn.
now-next = { $name } is playing. Then { $next }.
now-you-next = { $name } is playing. You are next!
refused-pile = { $cards }: { $reason }
mend-show-play = Show me a play
mend-pile = Pick this pile
mend-back = Put { $cards } back
use-plan = Use my plan
plan = Plan
plan-end = Leave plan
last-turn = Last turn
sort = Sort

sort-suit = By suit ♠
sort-rank = By rank
sort-end = Done sorting
sort-hint = Sort or move these cards
move-left = Move to the left
move-right = Move to the right

turn-buttons = Your turn’s buttons
draw = Draw
draw-second = Draw 2nd
draw-third = Draw 3rd
draw-until = Draw until I can play
undo = Undo
knock = Knock
done = Done
ask-third = Draw a third card?
ask-third-about = After the third card you cannot lay anything in this turn.
ask-third-yes = Draw the third card
ask-third-no = Keep looking
ask-knock = Knock now?
ask-knock-about = { $points ->
    [one] You hold 1 point. The round ends at once and everybody shows their cards.
   *[other] You hold { $points } points. The round ends at once and everybody shows their cards.
}
ask-knock-yes = Knock
ask-knock-no = Not yet

put-back = Back to hand
elsewhere = Elsewhere …
whole-meld = Whole meld
arrange = Arrange
arrange-again = Another way
arrange-off = Help is switched off at this table.
cut-left = Cut before it
cut-right = Cut after it
redo = Redo
start-over = Start over
steps = Your steps
step-found = The table as you found it
sort-hand = Sort hand
cover-hand = Cover hand
rules = Rules
invite = Invite
settings = My screen
needs-one-table-card = Pick exactly one card on the table first.
cut-at-end = It is the last card on that side: there is nothing to cut off.
card-size = Size of cards
suit-colours = Colours
two-colours = Two
four-colours = Four
which-hand = I hold it in my
right-hand = Right hand
left-hand = Left hand
sound = Sound
sound-off = Sound off
sound-on = Sound on
switch-on = On
switch-off = Off
theme = Look
theme-dark = Dark
theme-light = Light

## what happened

# a turn in a line: "Ben: drew a card, laid 7♥ 8♥, moved 3 cards"
log-title = The game so far
log-open = What happened
log-empty = Nothing has happened yet.
log-before = Before the first round
log-round = Round { $number }
log-turn = { $name }: { $what }
log-and = { $first }, { $next }
log-drew = drew { $number ->
    [one] a card
   *[other] { $number } cards
}
log-laid = laid { $cards }
log-moved-cards = moved { $cards }
log-moved = moved { $number } cards
log-renamed = { $joker } is { $card } now
log-passed = passed
log-skipped = was skipped
log-time_up = time was up
log-knocked = knocked
log-out = has no cards left
log-nothing = laid nothing
log-running = playing …
log-dealt = { $name } dealt the cards.
replay-title = Turn by turn
replay-open = Turn by turn
replay-at = Round { $round }, turn { $turn } of { $turns }
replay-first = To the beginning
replay-back = One turn back
replay-next = Next turn
replay-last = To the end
tv-thinking = { $name } is thinking …
tv-before = Once more: the last turn
tv-muted = Sounds off (M)
tv-sounds = Sounds on (M)
curtain-look = Look at the big screen: the hands are being opened.
curtain-skip = Skip
record-longest = Longest sequence
record-rebuild = Biggest rebuild
record-at_once = Most cards at once
record-by = { $name }: { $number } cards
faces = Faces
face-laugh = Laugh
face-wow = Wow
face-love = Love it
face-cry = Oh no
face-angry = Grr
face-sleepy = Yawn
keep-txt = Save as text
keep-json = Save for computers (JSON)

## tv and score

tv-title = Manipulation: the table
tv-scan = Scan to join
tv-same-wifi = On the same Wi-Fi as this screen
tv-reached = { $number ->
    [one] 1 phone has reached me
   *[other] { $number } phones have reached me
}
tv-help = Does no phone arrive?
tv-help-wifi = Is the phone in the same Wi-Fi, with mobile data switched off?
tv-help-guest = A guest Wi-Fi keeps devices apart: use the main one.
tv-help-firewall = Does a firewall on the computer ask? Allow Manipulation.
tv-qr = Code to scan: { $address }
tv-chairs = Who sits where
tv-free-chair = Scan to sit here
tv-rules = { $rules }, { $target }
tv-target = to { $points } points
tv-waiting = Waiting for players: { $number } of { $needed }
tv-ready = { $number } players are here. Tap Start on a phone when everybody sits.
tv-stop = Not everybody here? Tap Stop on a phone.
tv-which = Which table do you want to see?
tv-show-how = Whoever sits at a table scans this code with their phone: then this screen shows that table.
tv-show-type = Or open { $address } on the phone and type the four letters.
tv-show-letters = Letters of this screen: { $code }
tv-full-screen = Full screen
tv-no-script = This browser runs no scripts, so it cannot show the table. Please open the address in another browser.
tv-unknown = There is no table { $code }
tv-no-table = No table is open
tv-gone = This table is gone
tv-gone-about = Its players have deleted it. This screen looks for another one by itself.
tv-gone-host = The host closed it. This screen looks for another one by itself.
tv-open-one = Open one here: { $address }
tv-nobody = Nobody sits here yet
tv-watch-at = Watch: { $address }
tv-join-at = Join: { $address }
tv-table = Table
tv-table-empty = Nothing is on the table yet
tv-pile = Pile: { $cards }
tv-stock = { $number ->
    [one] 1 card to draw
   *[other] { $number } cards to draw
}
tv-turn = { $name }’s turn
tv-last-turn = { $name }’s last turn
tv-building = { $name } is building…
tv-laid = +{ $number }
tv-drew = { $number ->
    [1] { $name } drew a card
    [2] { $name } drew a 2nd card
   *[other] { $name } drew a 3rd card
}
tv-drew-many = { $number ->
    [one] { $name } drew 1 card
   *[other] { $name } drew { $number } cards
}
tv-last-lap = Last lap
tv-round-over = The round is over
tv-game-over = The game is over
tv-lobby = Waiting for players
tv-go-on = Next round: tap on a phone
tv-again = New game: tap on a phone

players = Players
players-turn = on turn
players-dealer = dealt
players-waiting = plays in the next round
players-away = away
players-star = has the star
players-computer = played by the computer
points-unit = { $number ->
    [one] point
   *[other] points
}
names-two = { $first } and { $last }
names-more = { $first }, { $last }

watch-title = Watching
watch-sit = Sit down and play
watch-lobby = The game has not begun yet.
watch-stock = { $number } to draw

score-title = Score
score-place = { $number }.
score-winner = Winner
score-round-winner = Won the round
score-hand = { $number ->
    [one] 1 point in hand: show
   *[other] { $number } points in hand: show
}
score-total = Total { $number }
score-hand-empty = No cards left
score-hand-said = Hand: { $cards }; { $points } in all
score-next-dealer = { $name } deals next.
score-game-over = { $number ->
    [one] The game is over after 1 round.
   *[other] The game is over after { $number } rounds.
}
score-next-round = Next round
score-new-game = New game
score-other-rules = Other rules or players

verdict-void = The host ended this round: nobody gets points for it.
verdict-out = { $name } laid the last card and wins the round.
verdict-knock = { $name } knocked with { $points } and has the fewest points.
verdict-knock-tie = { $name } knocked with { $points }, and so { $count ->
    [one] had { $names }: { $names } wins
   *[other] had { $names }: they win
}.
verdict-undercut = { $name } knocked with { $points }, but { $names } had only { $lowest }: undercut!
verdict-lowest = { $how } { $count ->
    [one] { $names } has the fewest points: { $points }.
   *[other] { $names } have the fewest points: { $points } each.
}
verdict-all-level = { $how } Everybody has { $points }: nobody wins.
verdict-tied-nobody = { $how } { $names } are level with { $points }: nobody wins.
verdict-shared = { $text } They share the points.
verdict-penalty-out = { $name } laid the last card. The others count what they hold.
verdict-penalty-all = { $how } Everybody counts what they hold.
game-unfinished = The game was ended before a round was finished. Nobody has won.
game-won = { $count ->
    [one] { $names } wins the game with { $points } points!
   *[other] { $names } win the game together, { $points } points each!
}
game-won-fewest = { $count ->
    [one] { $names } wins the game with the fewest points: { $points }!
   *[other] { $names } win the game together with the fewest points: { $points } each!
}

## a screen that asks which table to show

show-title = Our table on a TV
show-about = Open { $address } on the TV. If it shows four letters, type them here.
show-letters = Letters on the screen
show-ask = Show our table on the screen { $code }?
show-here = Show our table there
show-table = Show table { $code } ({ $names })
show-nobody = No screen waits with these letters
show-nobody-about = Does the screen still show { $code }? Then look again at each letter.
show-again = Type the letters again
show-no-seat = Only who sits at a table can show it
show-no-seat-about = Sit down at a table with this phone, then scan the code on the screen again.
show-to-tables = To the tables

## seats, connection and the clock

# somebody is away
away-title = { $name } is away
away-about = It is their turn. They can come back at any time.
away-skip = Skip the turn
away-computer = Let the computer play
notice-later = Later: it stands under Seats and table
waiting-for = Waiting for { $name }
computer-title = The computer is playing for you.
computer-back = Take back

# what needs the others: the question, and what happens then
ask-yes = Agree
ask-no = No
ask-waiting = Waiting for { $names }.
ask-withdraw = Take it back
ask-end_game = { $by } wants to end the game now.
ask-end_game-about = The points count as they stand.
ask-remove = { $by } wants to free { $name }’s seat.
ask-remove-about = If they have cards, the computer plays on. Somebody else can sit down there.
ask-let_in = Somebody with another phone says: I am { $name }.
ask-let_in-by = { $by } asks for { $name }’s seat, for another phone.
ask-let_in-about = Is it really { $name }? Then agree.
ask-mute = Mute
ask-mute-name = Show me no more questions of whoever asks, until this round is over
ask-delete = { $by } wants to delete this table.
ask-delete-about = All of its games and points would be gone.
# asked on the page of the seat that it is about: any other touch there says no
ask-own-let_in = Another phone asks to play on your seat.
ask-own-let_in-about = Is that you? Any other touch here says no.
ask-own-let_in-yes = Yes, that is me
ask-own-remove = { $by } wants to free your seat.
ask-own-remove-about = Play on, and you keep it.
ask-own-remove-yes = Free it
ask-own-take_back = The phone that had this seat first wants it back.
ask-own-take_back-about = It goes there unless you say no.
ask-own-take_back-yes = Give it back
ask-beside-let_in = Another phone asks to play on { $name }’s seat.
ask-beside-remove = { $by } wants to free { $name }’s seat.
ask-beside-take_back = The phone that had { $name }’s seat first wants it back.
ask-waiting-all = If nobody comes back, all screens count down soon.
ask-waiting-away = If { $name } stays away, all screens count down soon.

asked-end_game = You asked to end the game.
asked-remove = You asked to free { $name }’s seat.
asked-let_in = You asked for { $name }’s seat.
asked-take_back = You asked to have your seat back.
asked-delete = You asked to delete this table.
declined-end_game = { $by } would rather play on.
declined-remove = { $by } would rather keep { $name } at the table.
declined-let_in = { $by } said no.
declined-take_back = { $by } said no.
asked-in-vain = Nobody has answered your question about { $name }’s seat.
declined-delete = { $by } would rather keep this table.

# all screens count down before a seat goes by the word of one person
leaving-let_in = { $name }’s seat goes to another phone.
leaving-remove = { $name }’s seat will be free.
leaving-end_game = The game ends.
leaving-delete = This table will be deleted.
leaving-all-about = Anybody who comes back can stop it.
leaving-about = { $name } can stop it by opening the game.

# asked too often: when it can be asked again
wait-just = You have just asked. Try again in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}.
wait-often = You have asked three times in this round. Ask again in the next one.
wait-refused = You were told no twice. Try again in { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}.

# the sheet about seats and the table
table-title = Seats and table
table-open = Seats and table …
table-group-mine = You
table-group-others = The others
table-group-end = Ending it
table-move = Play on another phone
table-show = Show our table on a TV
menu-move = Other phone
table-skip = Skip { $name }’s turn
table-hand = Let the computer play for { $name }
table-pause = Let the computer play for me
table-rename = Change my name
table-leave = Leave the game
table-remove = Free { $name }’s seat
table-end = End the game now
table-delete = Delete this table
table-cancel = Cancel
table-ask = Ask
table-ask-others = Ask the others
pause-ask = Let the computer play for you?
pause-about = You can take your cards back at any time.
pause-yes = Yes, please
give-up-ask = Leave the game?
give-up-about = The computer plays on with your cards. Somebody else can sit down there, or you again.
remove-ask = Free { $name }’s seat?
remove-what = { $name } is asked first; whoever is away, the others answer for. The computer plays on with the cards; points stay as they are.
end-ask = End the game now?
end-about = The points count as they stand.
end-yes = Yes, end it
delete-ask = Delete this table for ever?
delete-about = All of its games and points will be gone.
delete-yes = Yes, delete it
closed-title = This table is gone
closed-about = Everybody who was there agreed to delete it. You can sit down at another one.
closed-host = The host closed it. You can sit down at another one.
closed-others = Other tables

# a seat on another phone
move-title = Play on another phone
move-scan = Scan this with the other phone:
move-type = Or open { $address } there and type:
move-minutes = Good for { $minutes } minutes, once.
move-here-title = Play on this phone
move-here-about = Your seat comes here. The other phone has it no more.
move-code = The six letters from the other phone
move-here = Play here
move-wrong = These letters are not right, or too old. Ask the other phone for new ones.
moved-title = You play on another phone now
moved-about = Your cards are there.
moved-given = This phone has given the seat away. To play here again, tap “Play on another phone” there and type the letters here.
moved-back = Play here again

# back without the old phone
back-link = I was already playing
back-title = Which seat is yours?
back-about = Its own page is asked first; if nobody is there, those at the table are.
back-code = I have six letters from my other phone
back-nobody = Nobody at the table can be asked for this seat. Use the six letters from its page, or the laptop that runs the game.
back-locked = This table is locked. Whoever runs the evening gives you six letters for your seat at the laptop; type them in below.
back-open = Another phone is asking for a seat right now. Try again when that is answered.
back-waiting = Asking for { $name }’s seat
back-waiting-about = This page goes on by itself.
back-own-no = { $name } is there and said no
back-own-no-about = If that is your own phone, use “Play on another phone” there.
back-ended = That question is over
back-ended-about = The round ended, the seat has gone elsewhere, or nobody answered in time.
progress-owner = Asking on { $name }’s page. If nobody touches it for half a minute, the others are asked.
progress-take-back = Asking whoever plays there now. Without a no you are back in { $seconds } s.
progress-two = Asking those at the table. Two of them must agree.
progress-one-more = { $names } agreed. One more must.
progress-one = Asking those at the table.
progress-wait = { $names } agreed. In { $seconds } s all screens begin to count down, in case { $name } comes back.
progress-count = All screens count down: { $seconds } s. { $name }’s page can still stop it.
back-declined = { $name } said no
back-declined-about = Talk to those at the table, then ask again.
back-granted = Welcome back, { $name }
back-enter = Go to my seat
back-again = Ask again

# seats that belong to nobody, and tables of one’s own
take-title = Or take over from the computer
take-only = Take over from the computer
take-seat = Take { $name }’s seat ({ $points })
mine-title = My tables
mine-open = { $code }: { $names }
mine-over = { $code }: { $names } (finished)

# the clock
clock-title = Time for a turn
clock-off = No limit
clock-minutes = { $minutes } min
clock-then = When the time is up:
clock-skips = The turn is skipped
clock-lays = What is finished counts
time-left = Time left:
time-more = +{ $seconds } s

# a disk that fails
trouble-full = The computer’s disk is full.
trouble-readonly = The computer cannot write into its game folder.
trouble-closed = The program on the computer is closing.
trouble-closed-about = Your last tap did not count. Nothing else is lost; tap again when the program has been started again.
trouble-no-table = This table does not exist any more.
trouble-no-table-about = Your last tap did not count. You can sit down at another table.
trouble-disk = The computer’s disk does not answer.
trouble-about = Your last tap did not count. Nothing else is lost; tap again when it is mended.

## help and computer players

# computer players
computer-add = Add a computer player
computer-add-about = How well shall it play?
computer-level = How well?
computer-level-of = How well shall { $name } play?
computer-leave = Send away
computer-send-away = Send { $name } away
computer-level-now = { $name } plays: { $level }
level-learning = Just learning
level-learning-about = Lays what is ready, never rebuilds the table.
level-easy = Easy-going
level-easy-about = Finds small tricks on the table.
level-steady = Steady
level-steady-about = Rebuilds a little. A good match for most.
level-strong = Strong
level-strong-about = Rebuilds a lot and misses little.
level-ruthless = Ruthless
level-ruthless-about = Sees everything, holds its jokers, always knocks.
pace-title = How fast do the computers play?
pace-calm = Calmly
pace-quick = Quickly
chair-computer = { $name }, computer player, { $level }
chair-played = { $chair }, played by the computer
chair-star = { $chair }, has the star

# the star
star-switch = Help: hints
star-about = Everybody sees the star.
star-off-here = The house rules allow no help here.
stars-rule = Help with the star
stars-rule-about = Who has the star gets hints. Everybody sees who has it.
stars-rule-yes = Allowed
stars-rule-no = Not at this table
star-fixed = It stays until the round is over. Everybody sees it.
player-computer = computer, { $level }

# hints
hints-title = Hints
hint-ask-possible = Is anything possible?
hint-ask-cards = Which cards?
hint-ask-play = Show me
hint-ask-again = Ask again
hints-counted = The score sheet will say how many hints you used.
hint-thinking = Let me see …
hint-failed = No hint could be found just now. Please ask again.
hint-possible = Yes, something can be laid!
hint-cards = { $number ->
    [one] The card with the lamp can be laid.
   *[other] The { $number } cards with a lamp can be laid.
}
hint-play = There it lies. Tap Done, or Undo step by step.
hint-play-undone = Build it yourself, or tap the lamp again.
hint-none-draw = Nothing can be laid now: draw a card.
hint-none-third = Nothing can be laid now: draw the third card, then tap Done.
hint-none-done = Nothing can be laid now: tap Done.
card-hinted = { $card }, named by the hint
ready-title = Ready in your hand:
ready-meld = Pick what lies ready in your hand: { $cards }

# after the round
score-star = help, { $hints ->
    [0] no hints used
    [one] 1 hint used
   *[other] { $hints } hints used
}
review-looking = Looking at your turns: { $done } of { $turns } …
review-failed = Your turns could not be looked at.
review-better = { $turns ->
    [one] Your turn had a better play.
   *[other] { $number } of your { $turns } turns had a better play.
}
review-best = { $turns ->
    [one] In your turn there was no better play.
   *[other] In none of your { $turns } turns was there a better play.
}
review-out = You could have gone out in turn { $turn }.
review-open = What was possible
review-turn = Turn { $number } of { $turns }
review-nothing = Nothing could be laid.
review-was-best = You laid { $number ->
    [one] 1 card
   *[other] { $number } cards
}: nothing better was possible.
review-missed = You laid nothing. You could have laid { $cards }.
review-was-better = You laid { $mine } and kept { $kept }. Better: { $cards }, and { $left } left.
review-could-go-out = You could have gone out! { $what }
review-found = Before
review-mine = Yours
review-ideal = Best play
review-hand = Your hand
review-hand-about = Cards with a lamp belong to the best play.
review-before = The turn before
review-next = The next turn
