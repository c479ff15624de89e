"""Compile kernels: the only module that imports numba, and only when lifesearch is installed.

`load` runs this module in a process of its own for each group. Each kernel gets a C function that
takes addresses, shapes and numbers, writes what the kernel returns to its first argument, and
returns 0 unless the kernel has raised an error. All kernels of a group become one object file for
each kind of processor: see `load`.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

from lifesearch.engines.compiled import load, words
from lifesearch.engines.compiled.declare import INLINED, KERNELS, Declared, Kernel, type_of
from lifesearch.engines.compiled.load import FOLDER, GROUPS, PACKAGE, PROCESSORS, Code, Header

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",  # a division by zero raises no error
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # references to arrays are not counted: kernels allocate none
}
HERE = Path(__file__).parent.relative_to(PACKAGE)
OWN = {(HERE / name).as_posix() for name in ("build.py", "declare.py", "words.py")}
"""The sources of this folder that all machine code depends on."""


def build_here(group: str) -> None:
    """Compile a group, and write its file at once, so that no process sees half of it.

    This replaces functions in all modules that are loaded, so the process must do nothing else.
    """
    sources = sorted({*OWN, *_sources(GROUPS[group])})
    digest = load.digest_of(sources)
    module = _lowered(group)
    # For each kind of processor the same code, optimised anew.
    processors = PROCESSORS[load.machine().partition("-")[2]]
    codes = {each: _machine_code(module, each) for each in processors}
    listed = [Code(each, len(code), sha256(code).hexdigest()) for each, code in codes.items()]
    header = Header(load.machine(), sources, digest, listed)
    new = FOLDER / f".{group}-{os.getpid()}"
    new.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(codes.values()))
    new.replace(load.file_of(group))


def _sources(modules: Iterable[str]) -> set[str]:
    """The files of modules, and of the modules from which they import names, such as constants.

    Modules that declare functions for kernels count with everything that they import, in turn.
    """
    found: set[str] = set()
    todo = list(modules)
    while todo:
        file = PACKAGE.joinpath(*todo.pop().split(".")).with_suffix(".py")
        name = file.relative_to(PACKAGE).as_posix()
        if name in found or not file.is_file():  # a package, or a name that is no module
            continue
        found.add(name)
        imported = list(_imports(file))
        # A module that imports `compiled` has functions that are compiled, too.
        if any(each.startswith(".".join(HERE.parts)) for each in imported):
            todo += imported
    return {name for name in found if not Path(name).is_relative_to(HERE)}


def _imports(file: Path) -> Iterator[str]:
    """The modules of lifesearch that a file imports when it is loaded."""
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lifesearch"):
            module = (node.module or "").removeprefix("lifesearch").removeprefix(".")
            yield module
            yield from (f"{module}.{each.name}".removeprefix(".") for each in node.names)


def _machine_code(module: Any, processor: str) -> bytes:
    """Optimise a module of LLVM for a kind of processor: an object file."""
    import llvmlite.binding as llvm

    module = module.clone()
    # Relocations as numba chooses them for code that it loads.
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=processor, opt=3, reloc="static" if processor.startswith("x86") else "default", jit=True
    )
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = target.emit_object(module)
    return code


def _lowered(group: str) -> Any:
    """The kernels of a group, and all that they call, as a module of LLVM, not yet optimised."""
    import llvmlite.binding as llvm
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    modules = [f"lifesearch.{name}" for name in GROUPS[group]]
    for name in modules:
        import_module(name)
    _substitute()
    kernels = [each for each in KERNELS.values() if each.name.rpartition(".")[0] in modules]
    context: Any = cpu_target.target_context
    whole = llvm.parse_assembly(str(context.codegen()._create_empty_module(group)))
    parts: list[Any] = []
    with global_compiler_lock, _lowering_only():
        for each in kernels:
            made = _entry(each)
            whole.link_in(llvm.parse_assembly(str(_c_function(context, each.name, made))))
            parts.append(made.library)
        # Libraries that a library needs are appended while the loop runs.
        for part in parts:
            parts += [each for each in part._linking_libraries if each not in parts]
            whole.link_in(part._get_module_for_linking(), preserve=True)
    return whole


@contextmanager
def _lowering_only() -> Iterator[None]:
    """Have functions lowered to LLVM's language only: all of them are optimised together.

    Without this, it would take several times as long: numba makes machine code of each function by
    itself, and of one with constants among its arguments again and again.
    """
    from numba.core import codegen, cpu, dispatcher, types

    def any_number(kind: Any) -> Any:
        """The type for all constants and numbers with a sign, whatever their size; others stay."""
        plain = types.unliteral(kind)
        return types.int64 if plain in types.signed_domain else plain

    usual = dispatcher.Dispatcher.get_call_template

    def template(self: Any, arguments: Any, named: Any) -> Any:
        return usual(self, tuple(map(any_number, arguments)), named)

    def finalize(library: Any) -> None:
        library._finalized = True

    with (
        patch.object(dispatcher.Dispatcher, "get_call_template", template),
        patch.object(codegen.CPUCodeLibrary, "finalize", finalize),
        # No executable is made; each entry point must be a different object.
        patch.object(cpu.CPUContext, "get_executable", lambda *_: [].append),
    ):
        yield


def _c_function(context: Any, name: str, made: Any) -> Any:
    """A module with a function that takes what a compiled one takes, and returns its status."""
    from llvmlite import ir

    described, convention = made.fndesc, context.call_conv
    module = context.codegen()._create_empty_module(name)
    inner = ir.Function(
        module,
        convention.get_function_type(described.restype, described.argtypes),
        described.llvm_func_name,
    )
    arguments = [context.get_value_type(each) for each in described.argtypes]
    outer = ir.Function(module, ir.FunctionType(ir.IntType(32), arguments), name)
    builder = ir.IRBuilder(outer.append_basic_block())
    status, _ = convention.call_function(
        builder, inner, described.restype, described.argtypes, outer.args
    )
    builder.ret(builder.zext(status.is_error, ir.IntType(32)))
    return module


def _substitute() -> None:
    """In all modules, replace functions that kernels may call by numba's versions of them."""
    njit = import_module("numba").njit
    new: dict[Any, Any] = {
        function: njit(**OPTIONS, forceinline=inline)(function)
        for function, inline in INLINED.items()
    }
    new.update(_instructions())
    for name, module in list(sys.modules.items()):
        if name.startswith("lifesearch.") and module is not words:
            for key, value in list(vars(module).items()):
                try:
                    if value in new:
                        setattr(module, key, new[value])
                except TypeError:  # a value without a hash is no function
                    pass


def _entry(kernel: Kernel[..., Any]) -> Any:
    """Compile a function that takes addresses, shapes and numbers, and calls a kernel."""
    njit, types = import_module("numba").njit, import_module("numba.core.types")
    parameters, signature = ["results"], [types.CPointer(types.int64)]
    scope: dict[str, Any] = {
        "kernel": njit(**OPTIONS, forceinline=True)(kernel.function),
        "view": _view(),
    }

    def taken(declared: Declared) -> str:
        """Take the parameters of one argument; return the expression that makes it of them."""
        if not isinstance(declared, str):
            parts = [taken(each) for each in declared]
            if not hasattr(declared, "_fields"):
                return f"({''.join(f'{part}, ' for part in parts)})"
            scope[type(declared).__name__] = type(declared)
            return f"{type(declared).__name__}({', '.join(parts)})"
        dtype, dimensions, _ = type_of(declared)
        name = f"a{len(parameters)}"
        lengths = [f"{name}_{n}" for n in range(dimensions)]
        parameters.extend([name, *lengths])
        if dimensions:
            kind = getattr(types, "boolean" if dtype.kind == "b" else dtype.name)
            signature.extend([types.CPointer(kind), *[types.int64] * dimensions])
            return f"view({name}, ({', '.join(lengths)},))"
        signature.append(types.uint64 if dtype.name == "uint64" else types.int64)
        return f"{name} != 0" if dtype.kind == "b" else name

    call = f"kernel({', '.join([taken(each) for each in kernel.declared])})"
    if kernel.returns:
        places = ", ".join(f"results[{n}]" for n in range(kernel.returns))
        call = f"{places} = {call}"
    # A C function has no tuples and arrays: one with this number of parameters is written.
    exec(f"def entry({', '.join(parameters)}):\n    {call}", scope)
    made = njit(**OPTIONS, forceinline=False)(scope["entry"])
    made.compile(types.void(*signature))
    (found,) = made.overloads.values()
    return found


def _view() -> Any:
    """A numba function that makes an array at an address; the array does not own its memory."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    @intrinsic
    def view(typing: Any, pointer: Any, shape: Any) -> Any:
        kind = types.Array(pointer.dtype, len(shape), "C")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data, packed = arguments
            lengths = cgutils.unpack_tuple(builder, packed)
            entry = context.get_abi_sizeof(context.get_data_type(pointer.dtype))
            size = context.get_constant(types.intp, entry)
            strides: list[Any] = []
            stride = size
            for length in reversed(lengths):
                strides.insert(0, stride)
                stride = builder.mul(stride, length)
            array = context.make_array(kind)(context, builder)
            populate_array(
                array, data=data, shape=lengths, strides=strides, itemsize=size, meminfo=None
            )
            return array._getvalue()

        return kind(pointer, shape), generate

    return view


def _instructions() -> dict[Any, Any]:
    """Machine instructions, by the functions of `words` that they replace."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def pointers(typing: Any, arrays: Any) -> Any:
        several = isinstance(arrays, types.BaseTuple)
        kinds = tuple(getattr(arrays, "types", (arrays,)))
        if not all(isinstance(kind, types.Array) and kind.is_c_contig for kind in kinds):
            return None
        if not all(isinstance(kind.dtype, types.Integer) for kind in kinds):
            return None  # a truth value in an array is of another size
        found = tuple(types.CPointer(kind.dtype) for kind in kinds)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = cgutils.unpack_tuple(builder, arguments[0]) if several else arguments
            data = [
                context.make_array(kind)(context, builder, value).data
                for kind, value in zip(kinds, values, strict=True)
            ]
            return context.make_tuple(builder, signature.return_type, data) if several else data[0]

        return (types.Tuple(found) if several else found[0])(arrays), generate

    @intrinsic
    def at(typing: Any, entries: Any, place: Any) -> Any:
        is_array = isinstance(entries, types.Array)
        if not (isinstance(entries, types.CPointer) or (is_array and entries.is_c_contig)):
            return None
        if not isinstance(entries.dtype, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data, number = arguments
            if is_array:
                data = context.make_array(entries)(context, builder, data).data
            return builder.gep(data, [number])

        return types.CPointer(entries.dtype)(entries, types.intp), generate

    @intrinsic
    def ones(typing: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(*arguments)

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(typing: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(*arguments, cgutils.false_bit)  # also of zero

        return types.int64(types.uint64), generate

    return {words.pointers: pointers, words.at: at, words.ones: ones, words.lowest: lowest}


if __name__ == "__main__":
    build_here(sys.argv[1])
