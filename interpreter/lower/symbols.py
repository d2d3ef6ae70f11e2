"""From declarations to the symbol table: options, domains, boards, pieces, and their fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.diagnostics import RulesError, error, nearest
from rulewright.interpreter.ir import BOOL, Const, Domain, Field, Group, SeenBy, VType
from rulewright.interpreter.lower.boards import declare_boards, require_kept
from rulewright.interpreter.lower.context import Context, about_setting, not_static
from rulewright.interpreter.lower.declared_pieces import declare_numbered, declare_pieces
from rulewright.interpreter.lower.manifests import (
    first_values,
    fixed_value,
    never_changed,
    require_columns,
)
from rulewright.interpreter.lower.options import declare_option
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import B
from rulewright.interpreter.model.symbols import PieceKind
from rulewright.interpreter.model.topology import DIRECTIONS
from rulewright.interpreter.model.types import NOTHING, WHOLES, first_value
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural, with_article

SEEN_BY = frozenset(SeenBy)


def declare(context: Context, chosen: dict[str, str]) -> None:
    """Fix options, domains and fields, in this order. Raises all that is wrong together."""
    for _, option in context.declarations.all(ast.Option):
        with context.collecting():
            declare_option(context, option, chosen)
    context.raise_problems()
    for test in dict.fromkeys(t for tests, _ in context.declarations.entries for t in tests):
        with context.collecting():
            _about_setting(context, test)
    context.raise_problems()
    _name_definitions(context)
    _start_with_the_player(context)
    _each(context, ast.Kind, _kind)
    declare_boards(context)
    context.raise_problems()
    _each(context, ast.Piece, _piece)
    _occupants(context)
    context.raise_problems()
    declare_numbered(context)
    _each(context, ast.Attribute, _attribute)
    context.raise_problems()
    require_columns(context)
    context.raise_problems()


def _each(context: Context, kind: type[B], work: Callable[[Context, B], None]) -> None:
    """Work on every declaration of a kind; what is wrong with one does not stop the next."""
    for _, block in context.active(kind):
        with context.collecting():
            work(context, block)


def _kind(context: Context, kind: ast.Kind) -> None:
    if kind.noun in (context.symbols.players.noun, DIRECTIONS.noun):
        raise error("two-meanings", f"`{kind.noun}` is already a noun in the language itself",
                    kind.span, "give the kind another name")
    _require_own_signs(kind.values, kind.signs, kind.span)
    signs = kind.signs if any(sign is not None for sign in kind.signs) else ()
    context.symbols.domains[kind.noun] = Domain(kind.noun, kind.values, signs)


def _require_own_signs(
    values: Sequence[str], signs: Sequence[str | None], span: Span
) -> None:
    """Refuse one sign, or one text, of two values."""
    known: dict[str, str] = {}
    for value, sign in zip(values, signs, strict=True):
        shown = value if sign is None else sign
        if known.get(shown, value) != value:
            raise error("declared-twice", f'"{shown}" stands for both {known[shown]} and {value}',
                        span, "give each its own sign")
        known[shown] = value


def _about_setting(context: Context, test: ast.Expr) -> None:
    """Check a `when` condition around declarations; nothing else is declared yet but the number
    of players."""
    if not about_setting(test):
        raise not_static(test)
    context.static(test)


def _name_definitions(context: Context) -> None:
    symbols = context.symbols
    for _, define in context.active(ast.Define):
        symbols.definitions.setdefault((define.kind, define.name), []).append(define)
    for _, flow in context.active(ast.Flow):
        if flow.kind == "step":
            symbols.steps[flow.name] = flow


def _start_with_the_player(context: Context) -> None:
    symbols = context.symbols
    symbols.to_move = context.layout.add(Group.FLOW, "game", "to move", (), symbols.player, [0])
    context.decider = context.to_move()


# ---- boards and pieces ---------------------------------------------------------------------------


def _piece(context: Context, piece: ast.Piece) -> None:
    symbols = context.symbols
    for board in piece.boards:
        if board not in symbols.boards:
            raise error("board", f"there is no board `{board}`", piece.span)
    if piece.owner not in ("player", None):
        raise error("piece", "a piece belongs to a player", piece.span)
    if piece.noun in symbols.pieces or piece.noun in symbols.domains:
        return  # declared twice, which is told elsewhere
    if piece.numbered:
        declare_pieces(context, piece)
        return
    board = piece.boards[0]
    if symbols.boards[board].endless:
        raise error("piece", f"only pieces with a number lie on {board}, which has no edge",
                    piece.span, "say how many there are: "
                    f"`piece {piece.noun} of a player: 12 each, on {board}`")
    symbols.pieces[piece.noun] = PieceKind(piece.noun, board, len(symbols.pieces_on(board)))


def _occupants(context: Context) -> None:
    """What stands on the cells of each board that has pieces."""
    symbols = context.symbols
    for name, board in symbols.boards.items():
        nouns = [piece.noun for piece in symbols.pieces_on(name)]
        if not nouns:
            continue
        kinds = tuple(f"{noun} of {owner}" for noun in nouns for owner in symbols.players.labels)
        kind = VType("thing", domain=Domain("piece", kinds), none=True)
        symbols.occupants[name] = context.layout.add(
            Group.OCCUPANT, name, "piece", (board.cells,), kind, [-1] * board.cells.size
        )


# ---- attributes ----------------------------------------------------------------------------------


def _attribute(context: Context, attribute: ast.Attribute) -> None:
    owner = attribute.owner
    if attribute.seen_by not in SEEN_BY or (attribute.seen_by == SeenBy.OWNER != f"that {owner}"):
        raise error("seen-only", "only a player can be the one who sees it, and only what players "
                    "have", attribute.span,
                    "write `seen by nobody`, or let it be what each player has")
    group, dims = _owner(context, attribute)
    if attribute.other is not None:
        _pair(context, attribute, attribute.other, dims)
        return
    kind = BOOL if attribute.type is None else declared_type(context, attribute)
    listed = first_values(context, attribute, kind)
    first = _first(context, attribute, kind, dims) if listed is None else listed
    field = _field(context, attribute, group, dims, kind, first, listed is not None)
    symbols = context.symbols
    if listed is not None:
        symbols.listed.add((owner, attribute.name))
    table = symbols.qualities if attribute.type is None else symbols.attributes
    table[(owner, attribute.name)] = field


def _owner(context: Context, attribute: ast.Attribute) -> tuple[Group, tuple[Domain, ...]]:
    """What group a field belongs to, and what it is indexed by."""
    symbols, owner = context.symbols, attribute.owner
    if owner in symbols.pieces:
        return Group.PIECE, (symbols.board_of_piece(owner).cells,)
    if owner in (Group.GAME, Group.TURN):
        return Group(owner), ()
    require_kept(symbols, owner, attribute.span)
    dims = (symbols.domain(owner, attribute.span),)
    if owner == "player":
        return Group.PLAYER, dims
    of_cells = any(board.noun == owner for board in symbols.boards.values())
    return (Group.CELL if of_cells else Group.KIND), dims


def _field(
    context: Context, attribute: ast.Attribute, group: Group, dims: tuple[Domain, ...],
    kind: VType, first: list[int], listed: bool = False,
) -> Field:
    owner = context.symbols.numbered.get(attribute.owner)
    return context.layout.add(
        group, attribute.owner, attribute.name, dims, kind, first,
        this_turn=attribute.this_turn, seen_by=SeenBy(attribute.seen_by), span=attribute.span,
        place=None if owner is None else owner.at,
        fixed=listed and never_changed(context, attribute),
    )


def _pair(
    context: Context, attribute: ast.Attribute, other: str, dims: tuple[Domain, ...]
) -> None:
    """What changes during play for every pair: a relation, or an attribute of two things."""
    symbols, owner, name = context.symbols, attribute.owner, attribute.name
    relation = attribute.type is None
    if owner in symbols.pieces or other in symbols.pieces:
        cells = [symbols.board_of_piece(noun).cells.noun if noun in symbols.pieces else noun
                 for noun in (owner, other)]
        raise error(
            "noun", "what changes for pairs cannot be about pieces", attribute.span,
            f"say it of the cells on which they stand, `each {cells[0]} can be {name} "
            f"{with_article(cells[1])}`; what follows from how things stand is defined, "
            f"`{with_article(owner)} is {name} {with_article(other)} if …`" if relation else
            "say it of the cells on which they stand")
    if relation and attribute.first is not None:
        raise error("at-first", "a relation is at first no", attribute.first.span,
                    "let it become so in `setup`")
    require_kept(symbols, other, attribute.span)
    kind = BOOL if relation else declared_type(context, attribute)
    others = symbols.domain(other, attribute.span)
    first = _first(context, attribute, kind, dims)
    both = [value for value in first for _ in range(others.size)]
    field = _field(context, attribute, Group.RELATION, (dims[0], others), kind, both)
    if relation:
        symbols.relations[(owner, name, other)] = field
    else:
        symbols.pairs[(owner, name, attribute.word, other)] = field


def declared_type(context: Context, attribute: ast.Attribute) -> VType:
    """The type an attribute is declared with."""
    items = attribute.type or ()
    if all(isinstance(x, ast.Yes) or getattr(x, "text", "") in ("yes", "no") for x in items):
        return BOOL
    words: list[str] = []
    signs: list[str | None] = []
    domain: Domain | None = None
    none = False
    for item in items:
        match item:
            case ast.Range():
                return _range(context, item, alone=len(items) == 1)
            case ast.TypeNoun():
                if domain is not None:
                    raise error("type", "a type may name one noun", item.span)
                domain = context.symbols.domain(item.noun, item.span)
            case ast.Nothing():
                none = True
            case ast.Value(text=text):
                _require_new_word(context, text, attribute, item.span)
                words.append(text)
                signs.append(None)
            case ast.SignedWord(text=text, sign=sign):
                _require_new_word(context, text, attribute, item.span)
                words.append(text)
                signs.append(sign)
            case _:
                raise error("type", "a type is made of words, `a NOUN`, `none`, `yes or no` or "
                            "a range of numbers", item.span, _instead(attribute, item))
    if len(items) == 1 and words:
        raise error("type", f"the {attribute.name} could be nothing but `{words[0]}`",
                    items[0].span, _meant(context, words[0]))
    _require_own_signs(words, signs, attribute.span)
    signed = tuple(signs) if any(sign is not None for sign in signs) else ()
    return VType("thing", words=tuple(words), domain=domain, none=none, signs=signed)


def _meant(context: Context, word: str) -> str:
    """What a lone word of a type was meant for: a noun, or one of several words."""
    nouns = [domain.noun for domain in context.symbols.domains.values()]
    noun = nearest(word, nouns)
    return f"did you mean `{with_article(noun)}`?" if noun else (
        f"say what else it can be, as in `{word} or other`, or name a noun, as in "
        f"`{with_article(nouns[0])}`")


def _require_new_word(
    context: Context, text: str, attribute: ast.Attribute, span: Span
) -> None:
    """Refuse a value of a kind of the author's, or a player, as a new word of a type; a direction
    where the game has a board with directions, and nothing but directions is named."""
    known = next((d for d in context.symbols.domains.values() if text in d.labels), None)
    named = [item.text for item in attribute.type or () if isinstance(item, ast.Value)]
    if known == DIRECTIONS and not (
        len(named) > 1 and {*named} <= {*DIRECTIONS.labels}
        and any(board.directed for board in context.symbols.boards.values())
    ):
        return
    if known is not None:
        none = any(isinstance(item, ast.Nothing) for item in attribute.type or ())
        raise error("type", f"`{text}` is a {known.noun}, and would be a new word here, which is "
                    "something else", span, f"write `{with_article(known.noun)}"
                    f"{' or none' * none}` if {plural(known.noun)} are meant, or choose other "
                    "words")


def _instead(attribute: ast.Attribute, item: ast.Node) -> str | None:
    """What to write for something that is no type."""
    if isinstance(item, ast.Number):
        listed = sorted({one.value for one in attribute.type or () if isinstance(one, ast.Number)})
        if len(listed) > 1:
            low, high = listed[0], listed[-1]
            gaps = len(listed) <= high - low
            return f"write `{low} to {high}`" + (
                "; which of these it is not is kept out by `always …`" if gaps else "")
        return f"write `0 to {item.value}, at first {item.value}`"
    if isinstance(item, ast.Call) and not item.args and attribute.owner not in WHOLES:
        whole = f"the {attribute.name} of {with_article(attribute.owner)}"
        return f"if it is worked out, write `{whole} is its {item.name}`"
    return None


def _range(context: Context, item: ast.Range, alone: bool) -> VType:
    low, high = context.constant(item.low), context.constant(item.high)
    if low > high or not alone:
        raise error("type", "a range of numbers goes upwards and stands alone", item.span,
                    "behind it stand only `, at first …` with a number or a value in brackets, "
                    "`, this turn`, `, seen …`: other words are no part of it")
    return VType("int", low, high)


def _require_first(attribute: ast.Attribute) -> None:
    """Refuse a word that says that there is nothing behind others, where it is not said what is so
    at first: a reader takes it for that, the language the first one."""
    words = [item.text for item in attribute.type or () if isinstance(item, ast.Value)]
    nothing = next((word for word in words[1:] if NOTHING.fullmatch(word)), None)
    if nothing and len(words) == len(attribute.type or ()):
        raise error("at-first", f"`{nothing}` is a word like the others here, and at first it is "
                    f"`{words[0]}`, which comes first", attribute.span,
                    f"write `none` for `{nothing}`: it is so at first where nothing else is said; "
                    f"or say which word it is at first, `, at first {words[0]}`, "
                    f"`, at first {nothing}`")


def _first(
    context: Context, attribute: ast.Attribute, kind: VType, dims: tuple[Domain, ...]
) -> list[int]:
    """What each thing has at first."""
    symbols = context.symbols
    size, alike = dims[0].size if dims else 1, 1
    if attribute.first is None:
        _require_first(attribute)
        return [first_value(kind)] * size
    if isinstance(attribute.first, (ast.Nothing, ast.Number, ast.Value, ast.Yes)):
        alike, size = size, 1  # it speaks of no thing, so it is the same for each
    values = []
    for index in range(size):
        scope = Scope()
        if dims:
            own = Typed(Const(index), VType("thing", domain=dims[0]))
            scope = scope.bind(attribute.owner, None, own, True)
        try:
            values.append(fixed_value(context, attribute.first, kind, scope))
        except RulesError as wrong:
            if wrong.diagnostics[0].code == "meaning" and attribute.owner in symbols.pieces:
                raise _of_a_piece(attribute) from wrong
            if wrong.diagnostics[0].code == "at-first" and not wrong.diagnostics[0].hint:
                raise _reckoned_first(attribute, wrong) from wrong
            raise
    return values * alike


def _reckoned_first(attribute: ast.Attribute, wrong: RulesError) -> RulesError:
    """That what it is at first is reckoned from what else is kept: `setup` can set it."""
    said = attribute.first.span.text if attribute.first is not None else "…"
    sets = f"the {attribute.name} becomes {said}"
    if attribute.owner not in WHOLES:
        sets = f"for each {attribute.owner}, its {attribute.name} becomes {said}"
    found = wrong.diagnostics[0]
    return error(found.code, found.message, found.span or attribute.span,
                 "leave it out here, and set it below "
                 f"`setup`, by a line `{sets}` (LANGUAGE.md, 4, 10)")


def _of_a_piece(attribute: ast.Attribute) -> RulesError:
    """The error for a first value that goes by what else a piece has, which is no piece yet."""
    assert attribute.first is not None
    return error(
        "at-first", f"what a {attribute.owner} is at first is fixed before one is put anywhere, so "
        "it can go by nothing else that it has", attribute.first.span,
        f"leave `at first …` out, and write `its {attribute.name} becomes …` where a "
        f"{attribute.owner} is put, and where what it goes by changes")
