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
reason-NO_CARD_FROM_HAND = Lay at least one card from your hand, or start over and pass on without laying.
reason-JOKER_IDENTITY_CHANGED = This joker keeps its card until the real card is on the table.
reason-OPENING_NEEDS_OWN_MELD = The first time you lay, three cards that belong together must come from your own hand.
reason-MUST_DRAW_FIRST = Draw a card first.
reason-MELD_AFTER_THIRD_DRAW = After the third card you may not lay. Tap Done; your cards wait for your next turn.
reason-ALREADY_MELDED = You have laid already in this turn. Tap Done.
reason-DRAW_AFTER_MELD = You have laid already, so you cannot draw any more.
reason-NO_MORE_DRAWS = You have drawn all you may. Tap Done.
reason-STOCK_EMPTY = There are no cards left to draw.
reason-MUST_MELD_OR_DRAW = Lay a card from your hand, or draw another one.
reason-TURN_NOT_COMPLETE = Your turn is not finished yet: lay a card, or draw on.
reason-NO_KNOCK_IN_LAST_TURNS = In the last lap nobody can knock.
reason-KNOCK_TOO_MANY_POINTS = You can knock with five points or fewer in your hand.
reason-NO_KNOCK_IN_RULESET = There is no knocking in this game.
reason-MUST_PLAY_IF_ABLE = You have a card that fits, so you cannot draw now. Have another look.
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
reason-ROUND_RUNNING = A round is being played. Wait until it is over.
reason-TABLE_FULL = All chairs are taken. You can watch instead.
reason-BAD_NAME = Type a name with 1 to 20 letters.
reason-BAD_OPTION = That rule does not exist here.
reason-TOO_LATE_TO_REDEAL = Somebody has laid cards already. Whoever came late plays in the next round.
reason-NOBODY_WAITING = Nobody is waiting to play.
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
news-game_won = { $name } won the game!

## how a round ended, and the lines of the score sheet

ended-knock = { $name } knocked.
ended-out = { $name } went out.
ended-exhausted = The cards ran out.
ended-blocked = Nobody could play any more.
line-difference = more than { $name } held by { $other }
line-undercut = fewer points than the player who knocked
line-out = went out
line-shared = shared by { $count }
line-penalty = left in hand
line-target_bonus = reached the target
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

## play: the cards

card-name = { $rank } of { $suit }
card-joker = joker
card-joker-standing = joker standing for { $card }
card-joker-open = joker, its card is still open
card-face-down = card lying face down
card-laid = { $card }, laid this turn
card-added = { $card }, new on the table
card-new = { $card }, new in your hand
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

## tv and score
