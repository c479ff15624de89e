"""A quicker compiler, which compiles once what several functions call.

All of this uses what numba does not document. So it is used only with versions that it was tried
with (see `compiled.is_tried`); with others numba compiles as usual, which takes longer.
"""

from __future__ import annotations

import operator
from functools import cache
from types import BuiltinFunctionType
from typing import Any

import numba
from numba.core import codegen, compiler, lowering, typed_passes, types
from numba.core.compiler_machinery import register_pass
from numba.core.registry import cpu_target


def call_as_part(made: Any, function: Any, options: dict[str, Any]) -> None:
    """Have compiled functions that call this one take its code as a part of their own.

    numba makes machine code of each function by itself, together with all that it calls. So what
    is at the end of a chain of calls would be optimised, and translated, anew for each function in
    the chain. Parts are not; only what Python calls is, and Python calls this function as before.
    """
    part = numba.njit(**as_part(options))(function)

    def template(arguments: Any, named: dict[str, Any]) -> Any:
        """One for all numbers: numba would compile a function anew for each kind of them."""
        return part.get_call_template(
            [_any_number(kind) for kind in arguments],
            {name: _any_number(kind) for name, kind in named.items()},
        )

    made.get_call_template, made.get_overload = template, part.get_overload


def _any_number(kind: Any) -> Any:
    """The type for all constants and numbers with a sign, whatever their size; others stay."""
    plain: Any = types.unliteral(kind)
    return types.int64 if plain in types.signed_domain else plain


def as_part(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a function whose code others take as a part of theirs."""
    return {**options, "no_cpython_wrapper": True, "pipeline_class": PartCompiler}


class PartialCode(codegen.JITCodeLibrary):
    """The code of a function for those that call it, not yet optimised, and without its parts."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Leave it to those that call it."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Make no machine code; who calls it takes its parts, too, each once."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is nothing that could be called from outside."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Whoever is to set the environment of the function, which needs none."""
        return NoEnvironment()


class NoEnvironment:
    """Python does not call a part, so there is nothing to be set for it."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class WholeCode(codegen.JITCodeLibrary):
    """The code of a function that Python calls, and of all that it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Take what is called, and its parts."""
        if library not in self._linking_libraries:
            super().add_linking_library(library)
            if isinstance(library, PartialCode):
                for part in library._linking_libraries:
                    self.add_linking_library(part)

    def _optimize_final_module(self) -> None:
        """Optimise once; numba does it twice, to find references that need not be counted."""
        passes, options = self._codegen._module_pass_manager()
        passes.run(self._final_module, options)


class QuickLower(lowering.Lower):
    """Writes the code that is to be optimised, with a memory for what numba finds out anew."""

    def init(self) -> None:
        """Remember the sizes of types."""
        super().init()
        self.context.get_abi_sizeof = _size_of

    def lower_function_body(self) -> Any:
        """Write a function; of one that is to be small, say so to who optimises it."""
        if getattr(self.func_ir.func_id.func, "small", False):
            self.function.attributes.add("minsize")
        return super().lower_function_body()

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Write an operation; for numbers there is one way, whether one is constant or not."""
        kinds = self.fndesc.calltypes[expr].args
        if op is operator.pow or not all(isinstance(kind, NUMBERS) for kind in kinds):
            return super().lower_binop(resty, expr, op)
        values = [
            self.context.cast(self.builder, self.loadvar(each.name), self.typeof(each.name), kind)
            for each, kind in zip((expr.lhs, expr.rhs), kinds, strict=True)
        ]
        function = self.context.typing_context.resolve_value_type(op)
        call = _types_of_call(function, kinds)
        result = self.context.get_function(function, call)(self.builder, values)
        return self.context.cast(self.builder, result, call.return_type, resty)


NUMBERS = (types.Integer, types.Boolean)


@cache
def _size_of(kind: Any) -> int:
    context: Any = cpu_target.target_context
    size: int = kind.get_abi_size(context.target_data)
    return size


@cache
def _types_of_call(function: Any, arguments: tuple[Any, ...]) -> Any:
    return function.get_call_type(cpu_target.typing_context, arguments, {})


@register_pass(mutates_CFG=True, analysis_only=False)
class QuickLowering(typed_passes.NativeLowering):
    """The pass that writes the code."""

    @property
    def lowering_class(self) -> Any:
        """Who does that."""
        return QuickLower


class QuickCompiler(compiler.Compiler):
    """A compiler of functions that are written plainly: loops, numbers, arrays, and calls.

    It leaves out what they do not need. A function that did would not be compiled at all, rather
    than wrongly: closures, `with`, comprehensions, strings, and whatever is done for some types.
    """

    def define_pipelines(self) -> Any:
        """The usual passes without some of them, and into code that takes its parts."""
        pipelines: Any = super().define_pipelines()
        state = self.state
        state.typingctx = quick_typing(state.typingctx)
        if state.library is None:
            state.library = WholeCode(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        left_out = LEFT_OUT if state.flags.nrt else LEFT_OUT | ONLY_FOR_REFERENCES
        for pipeline in pipelines:
            passes = [each for each in pipeline.passes if _name(each) not in left_out]
            pipeline.passes = [
                (QuickLowering, each[1]) if each[0] is typed_passes.NativeLowering else each
                for each in passes
            ]
            pipeline.finalize()
        return pipelines


LEFT_OUT = {
    "IRProcessing",  # what it does is done again after the next pass
    "WithLifting",
    "InlineClosureLikes",
    "RewriteSemanticConstants",
    "DeadBranchPrune",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
    "DumpParforDiagnostics",
}
ONLY_FOR_REFERENCES = {"IRLegalization"}
"""It says where each variable is used for the last time."""


def _name(entry: Any) -> str:
    return getattr(entry[0], "__name__", "")


class QuickTyping:
    """What numba knows about types, with a memory: it would look up each `+` anew."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._known: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        """Return whatever else is known."""
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """Return the types of a call, or None; of operators and the like they never change."""
        if named or not isinstance(function, (types.Function, BuiltinFunctionType)):
            return self._context.resolve_function_type(function, arguments, named)
        call = function, tuple(arguments)
        found = self._known.get(call)
        if found is None:
            found = self._context.resolve_function_type(function, arguments, named)
            if found is not None:
                self._known[call] = found
        return found


@cache
def quick_typing(context: Any) -> QuickTyping:
    """The one memory of a typing context."""
    return context if isinstance(context, QuickTyping) else QuickTyping(context)


class PartCompiler(QuickCompiler):
    """A compiler of parts."""

    def define_pipelines(self) -> Any:
        """Add up the passes; the code is to become a part."""
        makes_code = self.state.targetctx.codegen()
        self.state.library = PartialCode(makes_code, self.state.func_id.func_qualname)
        return super().define_pipelines()
